import { createHash } from 'node:crypto'

const style = `
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 15px/1.5 system-ui, sans-serif;
    color: light-dark(#1c2024, #e6e8eb); background: light-dark(#f6f7f8, #16181d) }
  main { max-width: 27rem; margin: 1.5rem; padding: 1.5rem 1.75rem; border-radius: 12px;
    border: 1px solid light-dark(#dfe3e6, #33373d); background: light-dark(#fff, #1d2026) }
  h1 { margin: 0 0 .5rem; font-size: 1.2rem }
  p { margin: .5rem 0 0 }
  .name { margin: 0 0 1rem; font-size: .8rem; color: light-dark(#60676e, #9ba1a8) }
`
const sha256 = createHash('sha256').update(style).digest('base64')

/**
 * A small page of its own, in the place of ours, when another page led here: any page can, and none shall see or steer
 * what happens then. The address is shown only when a person opened it.
 */
export const refusalPage = {
  /** Its content security policy. */
  policy: `default-src 'none'; style-src 'sha256-${sha256}'; frame-ancestors 'none'`,
  text: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Opened by another page · Catalog Desk</title>
<style>${style}</style>
<main>
<p class="name">Catalog Desk</p>
<h1>Another page led here</h1>
<p>Catalog Desk opens only by its own link, not from other pages.</p>
<p>Copy the link from its terminal into the address bar of a new tab. Press Enter in the terminal for a new link.</p>
</main>
</html>
`,
}
