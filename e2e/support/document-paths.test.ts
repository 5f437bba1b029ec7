import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const documents = globSync(['README.md', 'resources/reference/*.md', 'src-main/**/*.md'], { cwd: repository })
const files = globSync(['*', '{src-*,e2e,resources}/**/*'], { cwd: repository })
const paths = new Set(files.map((file) => normalize(file)))
/** Every ending of every path: `c.ts`, `b/c.ts` and `a/b/c.ts`. */
const endings = new Set(
  files.flatMap((file) => file.split('/').map((_, index, names) => names.slice(index).join('/'))),
)

/** Files that the documents name and that the program writes when it runs. */
const written = new Set(['settings.json'])
const fromTheRoot = /^(src-main|src-shared|src-renderer|e2e|resources)\//
const looksLikePath = /^[\w.*/-]+(\/|\.(ts|tsx|js|json|md|yml|c))$/

/** Whether the repository has a file or folder of that name: whole from its root, or the end of a path. */
function exists(name: string): boolean {
  const path = name.replace(/\/$/, '')
  if (path.includes('*')) return globSync(`**/${path}`, { cwd: join(repository, 'src-main') }).length > 0
  return fromTheRoot.test(name) ? paths.has(path) : endings.has(path)
}

/** The paths that a document names between backticks. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => (fromTheRoot.test(name) || looksLikePath.test(name)) && !/[<>]|^\/|\.\.\./.test(name))
    .filter((name) => !written.has(name))

/** The files of the repository that a document links to. */
const linkedFrom = (document: string, text: string): string[] =>
  [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g)]
    .map(([, target = '']) => target)
    .map((target) => normalize(join(dirname(document), target)))

/** The tests and trials that a table of threats names by a word: `journey: keep-other-pages-out`, `trial fuzz`. */
function namedByWord(text: string): string[] {
  const list = (kind: RegExp) =>
    [...text.matchAll(kind)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  return [
    ...list(/command line: ([a-z, -]+)/g).map((name) => `e2e/command-line/${name}.test.ts`),
    ...list(/journeys?: ([a-z, -]+)/g).map((name) => `e2e/journeys/${name}.spec.ts`),
    ...list(/[;|] trial ([a-z-]+) \|/g).map((name) => `e2e/trials/${name}`),
  ]
}

function missingFrom(document: string, text: string): string[] {
  const byWord = document.endsWith('THREATS.md') ? namedByWord(text) : []
  return [
    ...[...namedIn(text), ...byWord].filter((name) => !exists(name)),
    ...linkedFrom(document, text).filter((path) => !paths.has(path)),
  ]
}

test.each(documents)('%s names only files and folders that exist', (document) => {
  expect(missingFrom(document, readFileSync(join(repository, document), 'utf8'))).toEqual([])
})

test('a path that does not exist is found, however it is named', () => {
  const text = [
    '`src-main/no-such-room/index.ts` `src-main/storage` `no-such-file.test.ts` `import-boundaries.test.ts`',
    '[one](gone.md) [other](PARITY.md#errors) `application/xml` `no-such-folder/` `settings.json`',
    '| threat | control | command line: no-such-command, password |',
    '| threat | control | `import-boundaries.test.ts`; trial no-such-trial |',
  ].join('\n')
  expect(missingFrom('src-main/local-api/THREATS.md', text)).toEqual([
    'src-main/no-such-room/index.ts',
    'no-such-file.test.ts',
    'no-such-folder/',
    'e2e/command-line/no-such-command.test.ts',
    'e2e/trials/no-such-trial',
    'src-main/local-api/gone.md',
  ])
})
