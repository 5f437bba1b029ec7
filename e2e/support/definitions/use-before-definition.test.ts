import { expect, test } from 'vitest'
import { usesBeforeDefinition, wordsOf } from './use-before-definition.ts'

const wordsFor = (text: string): string[] => usesBeforeDefinition('a.tsx', text).map(wordsOf)
/** The names used before their definition. */
const early = (text: string): string[] => usesBeforeDefinition('a.tsx', text).map(({ name }) => name)

// A past defect of `npm start`: it failed in every clone, and no test ran it.
const launch = `import { existsSync } from 'node:fs'
async function start(): Promise<void> {
  const built = ensureBuilt(say)
  built.catch(() => {})
  const electron = await findElectron()
  await built
}

start().catch((error: unknown) => {
  process.exit(1)
})

const electronPackage = join(projectDirectory, 'node_modules/electron')

function installedBinary(): string | undefined {
  const path = join(electronPackage, 'dist')
  return existsSync(path) ? path : undefined
}

async function findElectron() {
  const installed = installedBinary()
  return installed
}
`

test('reports the use, the definition and the calls between them', () => {
  expect(wordsFor(launch)).toEqual([
    'a.tsx:16: electronPackage is used before its definition in line 13, through start() in line 9, through findElectron() in line 5, through installedBinary() in line 21',
  ])
})

test('accepts the same program with its start at the end', () => {
  const [before = '', call = '', ...after] = launch.split(/^(start\(\)[\s\S]*?^\}\)\n)/m)
  expect(early(`${before}${after.join('')}${call}`)).toEqual([])
  expect(call).toContain('start()')
})

test.each([
  ['directly', 'console.log(later)\nconst later = 1'],
  ['in its own initializer', 'const later = later + 1'],
  ['by a function that its own initializer calls', 'function f() { return later }\nconst later = f()'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a program
  ['in a template and an object', 'const a = { b: `${later}` }\nlet later = 1'],
  ['by an assignment', 'later = 2\nlet later = 1'],
  ['a class, by new', 'new later()\nclass later {}'],
  ['a class, by extends', 'class A extends later {}\nclass later {}'],
  ['in a static field', 'class A { static b = later }\nconst later = 1'],
  ['in a static block', 'class A { static { f() } }\nconst later = 1\nfunction f() { later }'],
  ['in a computed name', 'class A { [later] = 1 }\nconst later = 1'],
  ['in a field of an instantiated class', 'class A { b = later }\nnew A()\nconst later = 1'],
  [
    'in a constructor that calls a method',
    'class A { constructor() { this.m() } m() { later } }\nnew A()\nconst later = 1',
  ],
  [
    'in the constructor of its superclass',
    'class A { b = later }\nclass B extends A {}\nnew B()\nconst later = 1',
  ],
  ['by an arrow function', 'const f = () => later\nf()\nconst later = 1'],
  ['by a method of an object', 'const o = { m() { return later } }\no.m()\nconst later = 1'],
  ['by a static method', 'class A { static m() { later } }\nA.m()\nconst later = 1'],
  ['by a function within a function', 'function f() { const g = () => later; g() }\nf()\nconst later = 1'],
  ['by an immediately invoked function', '(() => later)()\nconst later = 1'],
  ['by a callback of map', '[1].map(() => later)\nconst later = 1'],
  ['by a named callback of map', 'const f = () => later\n;[1].map(f)\nconst later = 1'],
  [
    'by a callback that a function of the module calls',
    'const run = (f: () => void) => f()\nrun(() => later)\nconst later = 1',
  ],
  ['by a promise', 'new Promise(() => later)\nconst later = 1'],
  ['as the default of a parameter', 'function f(a = later) { return a }\nf()\nconst later = 1'],
  ['in an exported value', 'export const a = later\nexport const later = 1'],
  ['as the default export', 'export default later\nconst later = 1'],
  [
    'as a component',
    'const a = <later.Part />\nconst b = <Later />\nconst later = {}\nconst Later = () => null',
  ],
  ['from a pattern', 'f()\nconst { later } = { later: 1 }\nfunction f() { later }'],
  ['after a top-level await', 'await f()\nasync function f() { await 0; later }\nconst later = 1'],
  [
    'in an async function, when the module awaits after the call',
    'f()\nawait 1\nconst later = 1\nasync function f() { await 0; later }',
  ],
  [
    'after an await on only some paths',
    'f()\nconst later = 1\nasync function f(a?: 1) { if (a) await 0; later }',
  ],
  ['through a type assertion', 'const f = (() => later) as () => 1\nf()\nconst later = 1'],
])('reports a use %s', (_how, text) => {
  expect(early(text).map((name) => name.toLowerCase())).toContain('later')
})

test.each([
  ['a hoisted function', 'f()\nfunction f() { return 1 }'],
  [
    'in a function that is called after all definitions',
    'function f() { return later }\nconst later = 1\nf()',
  ],
  ['in a function that is never called here', 'export const f = () => later\nconst later = 1'],
  [
    'in a callback that is called later',
    "process.on('exit', () => later)\nsetTimeout(f)\nconst later = 1\nfunction f() { later }",
  ],
  [
    'after the first await of an async function',
    'f()\nasync function f() { await 0; later }\nconst later = 1',
  ],
  [
    'after an await on every path',
    'f()\nasync function f(a?: 1) { if (a) await 0; else await 1; later }\nconst later = 1',
  ],
  ['in a type', 'type A = typeof later\nlet a: A | typeof later\nconst later = 1'],
  [
    'as the name of a member',
    'const a = { later: 1 }\na.later\nclass B { later = 1; later2() {} }\nnew B()\nconst later = 1',
  ],
  ['another variable of the same name', 'f(1)\nfunction f(later: number) { return later }\nconst later = 1'],
  [
    'another variable in a block',
    '{ const later = 1; f(later) }\nconst later = 1\nfunction f(a: number) { return a }',
  ],
  [
    'another variable in a loop',
    'for (const later of [1]) later\nfor (let later = 0; later < 1; later++);\nconst later = 1',
  ],
  ['in a field of a class that is never instantiated', 'class A { b = later }\nconst later = 1'],
  ['a class in its own static field', 'class A { static a = 1; static b = A.a }'],
  ['only re-exported', 'export { later }\nconst later = 1'],
  ['only declared', 'later()\ndeclare const later: () => void'],
  ['a function that calls itself', 'f()\nfunction f(): void { return f() }\nconst later = 1'],
])('accepts %s', (_how, text) => {
  expect(early(text)).toEqual([])
})
