import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { libraryStyles, newNonce, pagePolicy, permissionsPolicy } from './page.ts'

const directives = (policy: string): Map<string, string> =>
  new Map(policy.split('; ').map((part) => [part.replace(/ .*/, ''), part.replace(/^\S+ ?/, '')]))

test('allows a page to load from its own origin only, and forbids everything else', () => {
  const policy = directives(pagePolicy('abc'))
  expect(policy.get('default-src')).toBe("'none'")
  for (const name of ['script-src', 'connect-src', 'font-src']) expect(policy.get(name)).toBe("'self'")
  for (const name of ['object-src', 'base-uri', 'form-action', 'frame-ancestors', 'frame-src', 'worker-src'])
    expect(policy.get(name)).toBe("'none'")
  expect(policy.get('style-src')).toContain("'nonce-abc'")
  expect(policy.get('require-trusted-types-for')).toBe("'script'")
  expect(policy.get('trusted-types')).toBe("'none'")
  expect(pagePolicy('abc')).not.toMatch(/unsafe|https?:|\*/)
  expect(permissionsPolicy).toContain('camera=()')
})

test('creates a new nonce for every page', () => {
  const nonces = new Set(Array.from({ length: 100 }, newNonce))
  expect(nonces.size).toBe(100)
  for (const nonce of nonces) expect(nonce.length).toBeGreaterThanOrEqual(22)
})

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('lists the hashes of the style elements in the installed sonner and picture viewer', () => {
  const source = readFileSync('node_modules/sonner/dist/index.mjs', 'utf8')
  const start = source.indexOf('__insertCSS("') + '__insertCSS('.length
  const style: string = JSON.parse(source.slice(start, source.indexOf('");', start) + 1))
  const viewer = readFileSync('node_modules/react-zoom-pan-pinch/dist/index.esm.js', 'utf8')
  const [, viewerStyle = ''] = /var css_248z = ("[^\n]*");\n/.exec(viewer) ?? []
  expect(libraryStyles).toEqual([sha256(style), sha256(''), sha256(JSON.parse(viewerStyle))])
})
