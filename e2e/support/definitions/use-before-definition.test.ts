import { expect, test } from 'vitest'
import { usesBeforeDefinition, wordsOf } from './use-before-definition.ts'

const wordsFor = (text: string): string[] => usesBeforeDefinition('a.tsx', text).map(wordsOf)
/** The names that are used too early. */
const early = (text: string): string[] => usesBeforeDefinition('a.tsx', text).map(({ name }) => name)

// As `npm start` once was: it ended in every clone, and no test ran it.
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

test('names the use, the definition and the calls between them', () => {
  expect(wordsFor(launch)).toEqual([
    'a.tsx:16: electronPackage is used before its definition in line 13, through start() in line 9, through findElectron() in line 5, through installedBinary() in line 21',
  ])
})

test('the same with its start at the end is in order', () => {
  const [before = '', call = '', ...after] = launch.split(/^(start\(\)[\s\S]*?^\}\)\n)/m)
  expect(early(`${before}${after.join('')}${call}`)).toEqual([])
  expect(call).toContain('start()')
})

test.each([
  ['directly', 'console.log(later)\nconst later = 1'],
  ['by itself', 'const later = later + 1'],
  ['by a function that its own value calls', 'function f() { return later }\nconst later = f()'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a program
  ['in a template and an object', 'const a = { b: `${later}` }\nlet later = 1'],
  ['assigned to', 'later = 2\nlet later = 1'],
  ['a class, by new', 'new later()\nclass later {}'],
  ['a class, by extends', 'class A extends later {}\nclass later {}'],
  ['in a static field', 'class A { static b = later }\nconst later = 1'],
  ['in a static block', 'class A { static { f() } }\nconst later = 1\nfunction f() { later }'],
  ['in a computed name', 'class A { [later] = 1 }\nconst later = 1'],
  ['in the field of a class that is made', 'class A { b = later }\nnew A()\nconst later = 1'],
  [
    'in a constructor that calls a method',
    'class A { constructor() { this.m() } m() { later } }\nnew A()\nconst later = 1',
  ],
  [
    'in the constructor of the class it extends',
    'class A { b = later }\nclass B extends A {}\nnew B()\nconst later = 1',
  ],
  ['by an arrow function', 'const f = () => later\nf()\nconst later = 1'],
  ['by a method of an object', 'const o = { m() { return later } }\no.m()\nconst later = 1'],
  ['by a static method', 'class A { static m() { later } }\nA.m()\nconst later = 1'],
  ['by a function within a function', 'function f() { const g = () => later; g() }\nf()\nconst later = 1'],
  ['by a function that is called in place', '(() => later)()\nconst later = 1'],
  ['by a callback that map calls at once', '[1].map(() => later)\nconst later = 1'],
  ['by a function that map is given by name', 'const f = () => later\n;[1].map(f)\nconst later = 1'],
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
  ['out of a pattern', 'f()\nconst { later } = { later: 1 }\nfunction f() { later }'],
  [
    'after an await of the module itself',
    'await f()\nasync function f() { await 0; later }\nconst later = 1',
  ],
  [
    'in an async function, when the module waits after the call',
    'f()\nawait 1\nconst later = 1\nasync function f() { await 0; later }',
  ],
  [
    'after an await that not every way comes by',
    'f()\nconst later = 1\nasync function f(a?: 1) { if (a) await 0; later }',
  ],
  ['behind an assertion of its type', 'const f = (() => later) as () => 1\nf()\nconst later = 1'],
])('found: used %s', (_how, text) => {
  expect(early(text).map((name) => name.toLowerCase())).toContain('later')
})

test.each([
  ['a function, which is hoisted', 'f()\nfunction f() { return 1 }'],
  [
    'in a function that is called when the module is whole',
    'function f() { return later }\nconst later = 1\nf()',
  ],
  ['in a function that nobody here calls', 'export const f = () => later\nconst later = 1'],
  [
    'a callback that is called later',
    "process.on('exit', () => later)\nsetTimeout(f)\nconst later = 1\nfunction f() { later }",
  ],
  [
    'after the first await of an async function',
    'f()\nasync function f() { await 0; later }\nconst later = 1',
  ],
  [
    'after an await on every way',
    'f()\nasync function f(a?: 1) { if (a) await 0; else await 1; later }\nconst later = 1',
  ],
  ['in a type', 'type A = typeof later\nlet a: A | typeof later\nconst later = 1'],
  [
    'as the name of a member',
    'const a = { later: 1 }\na.later\nclass B { later = 1; later2() {} }\nnew B()\nconst later = 1',
  ],
  ['another variable of the same name', 'f(1)\nfunction f(later: number) { return later }\nconst later = 1'],
  [
    'another of a block',
    '{ const later = 1; f(later) }\nconst later = 1\nfunction f(a: number) { return a }',
  ],
  [
    'another of a loop',
    'for (const later of [1]) later\nfor (let later = 0; later < 1; later++);\nconst later = 1',
  ],
  ['in a field of a class that nobody makes', 'class A { b = later }\nconst later = 1'],
  ['the class in its own static field', 'class A { static a = 1; static b = A.a }'],
  ['only re-exported', 'export { later }\nconst later = 1'],
  ['declared only', 'later()\ndeclare const later: () => void'],
  ['a function that calls itself', 'f()\nfunction f(): void { return f() }\nconst later = 1'],
])('in order: %s', (_how, text) => {
  expect(early(text)).toEqual([])
})
