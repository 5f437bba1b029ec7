/** How a link leaves the app, in the ways of this computer. */
interface LinkActions {
  /** Shows the address to the person; whether they agree to open it. */
  ask(words: { message: string; detail: string }): Promise<boolean>
  /** Hands it to the system, which opens its browser. */
  open(address: string): Promise<void>
}

const schemes = ['https:', 'http:']
const longest = 2000

/**
 * The address as the system's browser may get it; undefined for what no browser should: every other scheme (`file:`,
 * `smb:`, programs' own), addresses that carry a password, and endless ones. What a catalog says is not trusted.
 */
export function openableAddress(text: string): URL | undefined {
  const url = text.length <= longest ? URL.parse(text) : null
  if (!url || !schemes.includes(url.protocol) || url.host === '') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return url.href.length <= longest ? url : undefined
}

/**
 * Opens links in the person's browser, each only after they saw where it leads. One question at a time: while it
 * stands, others are dropped, so that no page can pile them up.
 * @returns whether it was opened
 */
export function createLinkOpener({ ask, open }: LinkActions): (address: string) => Promise<boolean> {
  let asking = false
  return async (address) => {
    const url = openableAddress(address)
    if (!url || asking) return false
    asking = true
    try {
      // The host as the browser will use it, so that look-alike letters show.
      const agreed = await ask({ message: `Open ${url.host} in your browser?`, detail: url.href })
      if (agreed) await open(url.href)
      return agreed
    } finally {
      asking = false
    }
  }
}
