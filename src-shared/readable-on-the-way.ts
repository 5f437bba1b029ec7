/** What is told to a person before their password goes out in the clear. */
export const readableOnTheWay =
  'This address is plain http: whoever is on the way (the network, its provider, anyone in the same Wi-Fi) can read and change the password and the catalog. Use https where the service has it.'

/**
 * Whether what is said to this address can be read on its way: plain http to anything but this computer itself
 * (127.0.0.0/8, ::1, localhost). What is no address is not.
 */
export function isReadableOnTheWay(address: string): boolean {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  // A parsed address has one spelling: 127.1 and 0x7f000001 are 127.0.0.1 here.
  return url.protocol === 'http:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}
