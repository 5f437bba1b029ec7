import { expect, test } from 'vitest'
import { type Import, imports, importsIn } from './imports.ts'

/** The imports that are part of a cycle, or connect two cycles. */
function circular(all: Import[]): Import[] {
  const importing = new Set(all.map(({ from }) => from))
  const imported = new Set(all.map(({ to }) => to))
  // A file without imports, or that is not imported, is in no cycle.
  const rest = all.filter(({ from, to }) => imported.has(from) && importing.has(to))
  return rest.length === all.length ? rest : circular(rest)
}

test('no file imports itself through others, not even for a type', () => {
  expect(circular(imports).map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

test.each([
  ['import', "import { b } from './b.ts'"],
  ['import of a type', "import type { B } from './b.ts'"],
  ['import in a type', "type B = import('./b.ts').B"],
  ['import at run time', "const { b } = await import('./b.ts')"],
  ['import for its side effects', "import './b.ts'"],
  ["export of another file's name", "export { b } from './b.ts'"],
])('finds a cycle through an %s', (_, line) => {
  const plain = [
    ...importsIn('src-shared/x.ts', "import { a } from './a.ts'"),
    ...importsIn('src-shared/b.ts', "import { c } from './c.ts'"),
    ...importsIn('src-shared/c.ts', "import { d } from './d.ts'\nimport { z } from 'zod'"),
  ]
  expect(circular(plain)).toEqual([])
  const back = importsIn('src-shared/c.ts', "import type { A } from './a.ts'")
  const found = circular([...plain, ...importsIn('src-shared/a.ts', line), ...back])
  expect(found.map(({ from }) => from).sort()).toEqual([
    'src-shared/a.ts',
    'src-shared/b.ts',
    'src-shared/c.ts',
  ])
})
