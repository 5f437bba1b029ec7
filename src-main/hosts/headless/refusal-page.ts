/** A small page of its own, for a browser that may not see the app: what happened, why, what to do. */
export function refusalPage(title: string, why: string, advice: string): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Catalog Desk</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 15px/1.5 system-ui, sans-serif;
    color: light-dark(#1c2024, #e6e8eb); background: light-dark(#f6f7f8, #16181d) }
  main { max-width: 27rem; margin: 1.5rem; padding: 1.5rem 1.75rem; border-radius: 12px;
    border: 1px solid light-dark(#dfe3e6, #33373d); background: light-dark(#fff, #1d2026) }
  h1 { margin: 0 0 .5rem; font-size: 1.2rem }
  p { margin: .5rem 0 0 }
  .name { margin: 0 0 1rem; font-size: .8rem; color: light-dark(#60676e, #9ba1a8) }
</style>
<main>
<p class="name">Catalog Desk</p>
<h1>${title}</h1>
<p>${why}</p>
<p>${advice}</p>
</main>
</html>
`
  return new Response(html, {
    status: 403,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  })
}
