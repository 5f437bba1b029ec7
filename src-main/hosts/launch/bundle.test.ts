import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundle, bundleProgram } from './bundle.ts'
import { escapeNonAscii } from './quick-programs.ts'

test('makes a bundle once for its sources, and marks a used one as recent', async () => {
  const made = await bundle()
  const folder = dirname(fileURLToPath(made.desk))
  utimesSync(folder, new Date(0), new Date(0))
  expect(await bundle()).toEqual(made)
  expect(Date.now() - statSync(folder).mtimeMs).toBeLessThan(60_000)
  expect(statSync(made.thread).isFile()).toBe(true)
})

test('escaping a program to ASCII does not change its behaviour', () => {
  const backslash = String.fromCharCode(92)
  const program = `['ä…', '${backslash}…', '${backslash}${backslash}…', \`🥣\`, /^[🥣…]$/u.test('🥣')]`
  const escaped = escapeNonAscii(program)
  expect(escaped).not.toMatch(/[^\0-\x7f]/)
  const run = (code: string): unknown => new Function(`return ${code}`)()
  expect(run(escaped)).toEqual(run(program))
  expect(run(escaped)).toEqual(['ä…', '…', `${backslash}…`, '🥣', true])
})

test('stores a bundle in ASCII', async () => {
  const folder = dirname(fileURLToPath((await bundle()).thread))
  const programs = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
  const wide = programs.filter((name) => /[^\0-\x7f]/.test(readFileSync(join(folder, name), 'utf8')))
  expect(programs.length).toBeGreaterThan(2)
  expect(wide).toEqual([])
})

test('the bundler is not loaded into the program that needs a bundle', async () => {
  const source = 'src-main/platform/clock.ts'
  rmSync(dirname(fileURLToPath(await bundleProgram(source))), { recursive: true })
  const program = `
    const { bundleProgram } = await import(${JSON.stringify(import.meta.resolve('./bundle.ts'))})
    await bundleProgram(${JSON.stringify(source)})
    console.log(JSON.stringify(process.report.getReport().sharedObjects))`
  const libraries = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(JSON.parse(libraries)).not.toHaveLength(0)
  expect(libraries).not.toContain('rolldown')
})
