//! hcl-edit's parser on the same files as our own benchmarks, one thread. Prints bytes parsed per second.
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.len() < 3 {
        eprintln!("usage: hcledit-peer SECONDS FILE...");
        std::process::exit(2);
    }
    let seconds: f64 = args[1].parse().expect("seconds");
    let files: Vec<String> = args[2..]
        .iter()
        .map(|name| std::fs::read_to_string(name).expect("readable file"))
        .collect();
    let work = || -> usize {
        let mut bytes = 0;
        for text in &files {
            std::hint::black_box(text.parse::<hcl_edit::structure::Body>().is_ok());
            bytes += text.len();
        }
        bytes
    };
    work();
    let start = Instant::now();
    let mut done = 0;
    while start.elapsed().as_secs_f64() < seconds {
        done += work();
    }
    println!("{:.0}", done as f64 / start.elapsed().as_secs_f64());
}
