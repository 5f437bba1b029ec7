/**
 * Whether a URL names this computer itself: `localhost` or a name below it, 127.0.0.0/8, 0.0.0.0 or ::1. False for
 * a text that is not an address.
 */
export function isOnThisComputer(url: string): boolean {
  const hostname = URL.parse(url)?.hostname.toLowerCase() ?? ''
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]' ||
    hostname === '0.0.0.0'
  )
}
