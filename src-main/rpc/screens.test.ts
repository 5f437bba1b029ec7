import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ComputerSettings } from '../../src-shared/workspace/settings.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { nonceMark } from './page.ts'
import { serveStaticFiles } from './screens.ts'

const outside = temporaryDirectory()
const folder = join(outside, 'renderer')
mkdirSync(join(folder, 'assets'), { recursive: true })
writeFileSync(join(folder, 'index.html'), '<title>Catalog Desk</title>')
writeFileSync(join(folder, 'mark.svg'), '<svg/>')
writeFileSync(join(folder, 'assets/index-1a2b.js'), 'export {}')
writeFileSync(join(outside, 'secrets.json'), '{}')
afterAll(() => rmSync(outside, { recursive: true, force: true }))
let theme: ComputerSettings['theme'] = 'system'
let language: ComputerSettings['language'] = 'system'
const answer = serveStaticFiles(folder, async () => ({ theme, language }))

test.each([
  ['/', 'the start'],
  ['/catalog', 'a screen'],
  ['/catalog/8.1', 'an item whose id holds a dot'],
  ['/catalog/milk.html', 'an item whose id ends like a file'],
  ['/catalog/%E0%A4%A', 'an address that is not encoded as it should be'],
  ['/../secrets.json', 'a way out of the folder'],
  ['/..%2fsecrets.json', 'an encoded way out of the folder'],
])('serves the page for %s, %s', async (path) => {
  const response = await answer(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await response.text()).toBe('<title>Catalog Desk</title>')
})

test.each([
  ['/mark.svg', 'image/svg+xml', 'no-cache'],
  ['/assets/index-1a2b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
])('serves the file %s with its type and cache header', async (path, type, cache) => {
  const response = await answer(path)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('cache-control')).toBe(cache)
})

test('returns 404 for a script that an update removed', async () => {
  expect((await answer('/assets/index-old.js')).status).toBe(404)
})

test('serves the page with the current theme and language', async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="en"></html>')
  const html = async (): Promise<string> => (await answer('/catalog')).text()
  expect(await html()).toBe('<!doctype html><html lang="en"></html>')
  theme = 'dark'
  expect(await html()).toBe('<!doctype html><html data-theme="dark" lang="en"></html>')
  language = 'de'
  expect(await html()).toBe('<!doctype html><html data-theme="dark" data-language="de" lang="en"></html>')
})

test('serves each page with a new nonce in its policy and markup, and without caching', async () => {
  writeFileSync(join(folder, 'index.html'), `<meta property="csp-nonce" nonce="${nonceMark}">`)
  const pages = await Promise.all([1, 2].map(() => answer('/catalog')))
  const nonces = await Promise.all(pages.map(async (page) => /nonce="([^"]+)"/.exec(await page.text())?.[1]))
  expect(nonces[0]).not.toBe(nonces[1])
  for (const [i, page] of pages.entries()) {
    expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonces[i]}'`)
    expect(page.headers.get('cache-control')).toBe('no-store')
  }
})
