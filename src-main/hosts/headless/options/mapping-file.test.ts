import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'
import { readMappingFile, writeMappingFile } from './mapping-file.ts'

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const path = join(directory, 'mapping.json')

test('reads a written mapping back: choices are kept, and other names get their outcome', async () => {
  const decided = {
    mapping: { maker: 'manufacturerId' },
    numbers: { columns: {}, other: 'comma' as const },
    names: { otherwise: 'keep' as const, choices: { manufacturer: { Bud: { choose: 'm1' } } } },
  }
  const name = { kind: 'manufacturer' as const, count: 1, column: 'maker', line: 2 }
  const report = {
    columns: [],
    names: [
      { ...name, name: 'Leaf', became: 'keep' as const },
      { ...name, name: 'Bud', became: { chosen: 'm1' } },
    ],
    moreNames: {},
  }
  const near = async ({ names }: { names: string[] }) =>
    names.map((one) => ({ name: one, entries: one === 'Leaf' ? [{ id: 'm2', name: 'Leaf Ltd' }] : [] }))
  await writeMappingFile(path, decided, report, near)
  expect(await readMappingFile(path)).toEqual({
    ...decided,
    names: { otherwise: 'keep', choices: { manufacturer: { Leaf: 'keep', Bud: { choose: 'm1' } } } },
  })
})

test.each([
  ['invalid JSON', '{', /is not JSON/],
  ['another file', '[]', /expected object/i],
  ['an unknown choice', '{"names":{"choices":{"brand":{"Leaf":"drop"}}}}', /names\.choices\.brand\.Leaf/],
  ['an unknown kind', '{"names":{"choices":{"colour":{"red":"add"}}}}', /names\.choices/],
])('refuses %s with a plain message', async (_, content, words) => {
  writeFileSync(path, content)
  await expect(readMappingFile(path)).rejects.toThrow(words)
})
