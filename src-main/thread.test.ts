import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

const modules = globSync('**/stores.ts', { cwd: import.meta.dirname }).toSorted()

test('lists every stores.ts in the thread', () => {
  const thread = readFileSync(new URL('thread.ts', import.meta.url), 'utf8')
  const listed = [...thread.matchAll(/(?:import\('|from ')\.\/([^']+stores\.ts)'/g)].map(([, path]) => path)
  expect(listed.toSorted()).toEqual(modules)
})

test.each(modules)('names the stores of %s uniquely after the folder', async (path) => {
  const room = basename(dirname(path))
  const exported: object[] = Object.values(await import(new URL(path, import.meta.url).href))
  const stores = exported.filter((one): one is { kind: string; name: string } => 'kind' in one)
  const names = stores.map(({ kind, name }) => `${kind} ${name}`)
  expect(new Set(names).size).toBe(names.length)
  for (const { name } of stores) expect(name === room || name.startsWith(`${room}/`), name).toBe(true)
})
