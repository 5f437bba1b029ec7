import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { preprocessCSS, resolveConfig } from 'vite'
import { expect, test } from 'vitest'
import { face } from '../../../electron.vite.config.ts'

test('no rule of the grid’s styles looks for rows of sums, which make scrolling slow', async () => {
  const file = createRequire(import.meta.url).resolve('react-data-grid/lib/styles.css')
  const styles = readFileSync(file, 'utf8')
  const config = await resolveConfig({ configFile: false, ...face }, 'build')
  const { code } = await preprocessCSS(styles, file, config)
  const asking = (text: string) =>
    text.match(/:nth-(?:last-)?child\(1 of \.[\w-]*summary-row\)/g)?.length ?? 0
  // Where the library has none any more, the plugin that takes them out can go.
  expect(asking(styles)).toBeGreaterThan(0)
  expect(asking(code)).toBe(0)
  expect(code).toContain('.rdg-cell')
})
