/** Whether a host name, as in a URL, refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
