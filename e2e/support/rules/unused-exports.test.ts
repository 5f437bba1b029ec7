import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** Files that tools import by path: configurations, and files they refer to. */
const readByTools =
  /(?:^|\/)[\w.]+\.config\.ts$|^resources\/electron-builder\.ts$|^e2e\/support\/suite\/(?:unit-setup|journeys-setup)\.ts$|^src-renderer\/texts\/trans\.tsx$/
/** A module that is imported at run time or by a type, with all of its exports. */
const namespaceImport = /\bimport\(\s*'(\.[^']+)'\s*\)/g

const all = '*'
const resolve = (file: string, request: string): string => join(dirname(file), request).replaceAll('\\', '/')

/** `<file>: <name>` of every export that no other file imports. @param sources text by file path */
function unusedExports(sources: ReadonlyMap<string, string>): string[] {
  const used = new Map<string, Set<string>>()
  const use = (file: string, name: string) => used.set(file, (used.get(file) ?? new Set()).add(name))
  const exported: { file: string; name: string }[] = []
  for (const [file, text] of sources) {
    const { staticImports, staticExports } = parseSync(file, text).module
    for (const { moduleRequest, entries } of staticImports)
      for (const { importName } of entries)
        use(
          resolve(file, moduleRequest.value),
          importName.kind === 'NamespaceObject' ? all : (importName.name ?? 'default'),
        )
    for (const { entries } of staticExports)
      for (const { moduleRequest, importName, exportName } of entries) {
        if (moduleRequest) use(resolve(file, moduleRequest.value), importName.name ?? all)
        if (exportName.kind !== 'None') exported.push({ file, name: exportName.name ?? 'default' })
      }
    for (const [, request = ''] of text.matchAll(namespaceImport)) use(resolve(file, request), all)
  }
  return exported
    .filter(
      ({ file, name }) => !readByTools.test(file) && !used.get(file)?.has(name) && !used.get(file)?.has(all),
    )
    .map(({ file, name }) => `${file}: ${name}`)
}

const files = globSync(['{src-main,src-renderer,src-shared,resources,e2e}/**/*.{ts,tsx}', '*.ts'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.d.ts'))

test('every export of the project is imported by another file', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(unusedExports(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

test('finds unused exports', () => {
  const sources = new Map([
    [
      'a.ts',
      'export const used = 1\nexport const planted = 2\nexport interface Planted {}\nexport default 3',
    ],
    ['b/index.ts', "export { used } from '../a.ts'\nexport type { Passed } from './c.ts'"],
    ['b/c.ts', 'export interface Passed {}\nexport function alone(): Passed { return alone() }'],
    ['b/d.ts', 'export const spread = 1'],
    ['b/e.ts', "export * from './d.ts'"],
    ['f.ts', "import { used } from './b/index.ts'\nconst { spread } = await import('./b/e.ts')"],
  ])
  expect(unusedExports(sources)).toEqual([
    'a.ts: planted',
    'a.ts: Planted',
    'a.ts: default',
    'b/index.ts: Passed',
    'b/c.ts: alone',
  ])
})
