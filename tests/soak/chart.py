"""Line charts as SVG, without a library."""

from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, GAP = 900, 220, 70, 60
COLORS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b"]


def panel(top, title, unit, series):
    """`series`: name to a list of (seconds, value)."""
    points = [point for line in series.values() for point in line]
    if not points:
        return [f'<text x="{LEFT}" y="{top - 8}">{escape(title)}: nothing was measured</text>']
    end = max(x for x, _ in points) or 1
    high = max(y for _, y in points) * 1.1 or 1
    out = [f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{escape(title)} ({escape(unit)})</text>']
    for i in range(5):
        y = top + HEIGHT - HEIGHT * i / 4
        out.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + WIDTH}" y2="{y:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{high * i / 4:.4g}</text>')
    for i in range(6):
        x = LEFT + WIDTH * i / 5
        out.append(f'<text x="{x:.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{end * i / 5 / 60:.1f} min</text>')
    for number, (name, line) in enumerate(series.items()):
        color = COLORS[number % len(COLORS)]
        path = " ".join(f"{LEFT + WIDTH * x / end:.1f},{top + HEIGHT - HEIGHT * y / high:.1f}" for x, y in line)
        out.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        out.append(f'<text x="{LEFT + WIDTH + 10}" y="{top + 14 + 16 * number}" fill="{color}">{escape(name)}</text>')
    return out


def svg(panels):
    """`panels`: (title, unit, series) each."""
    body = []
    for number, one in enumerate(panels):
        body += panel(30 + number * (HEIGHT + GAP), *one)
    height = 30 + len(panels) * (HEIGHT + GAP)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + LEFT + 260}" height="{height}" '
    return head + 'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(
        body
    ) + "\n</svg>\n"
