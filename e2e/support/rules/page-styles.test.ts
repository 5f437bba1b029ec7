import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { preprocessCSS, resolveConfig } from 'vite'
import { expect, test } from 'vitest'
import { pageConfig } from '../../../electron.vite.config.ts'

test("the grid's styles have no selectors for summary rows, which make scrolling slow", async () => {
  const file = createRequire(import.meta.url).resolve('react-data-grid/lib/styles.css')
  const styles = readFileSync(file, 'utf8')
  const config = await resolveConfig({ configFile: false, ...pageConfig }, 'build')
  const { code } = await preprocessCSS(styles, file, config)
  const countSelectors = (text: string) =>
    text.match(/:nth-(?:last-)?child\(1 of \.[\w-]*summary-row\)/g)?.length ?? 0
  // When the library no longer has them, the plugin that removes them can be deleted.
  expect(countSelectors(styles)).toBeGreaterThan(0)
  expect(countSelectors(code)).toBe(0)
  expect(code).toContain('.rdg-cell')
})
