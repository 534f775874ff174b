target "app" {
  args = {
    VERSION = TAG
  }
}
