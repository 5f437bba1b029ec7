import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { lexer, type Token, walkTokens } from 'marked'
import { expect, test } from 'vitest'
import { anchorOf } from '../../../src-shared/reference/page.ts'

const repository = join(import.meta.dirname, '../../..')
const documents = globSync(['README.md', 'resources/reference/*.md', 'src-main/**/*.md'], { cwd: repository })
const files = globSync(['*', '{src-*,e2e,resources}/**/*'], { cwd: repository })
const paths = new Set(files.map((file) => normalize(file)))
/** Every suffix of every path: `c.ts`, `b/c.ts` and `a/b/c.ts`. */
const endings = new Set(
  files.flatMap((file) => file.split('/').map((_, index, names) => names.slice(index).join('/'))),
)

/** Files that the documents mention and the program writes at run time. */
const written = new Set(['settings.json', 'media-store.json', 'PREFIX/catalog-desk.json'])
const fromTheRoot = /^(src-main|src-shared|src-renderer|e2e|resources)\//
const looksLikePath = /^[\w.*/-]+(\/|\.(ts|tsx|js|json|md|yml|c))$/

/** Whether the repository has a file or folder with this path from the root, or with this path suffix. */
function exists(name: string): boolean {
  const path = name.replace(/\/$/, '')
  if (path.includes('*')) return globSync(`**/${path}`, { cwd: join(repository, 'src-main') }).length > 0
  return fromTheRoot.test(name) ? paths.has(path) : endings.has(path)
}

/** The paths in backticks in a document. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => (fromTheRoot.test(name) || looksLikePath.test(name)) && !/[<>]|^\/|\.\.\./.test(name))
    .filter((name) => !written.has(name))

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')

function tokensOf(text: string): Token[] {
  const found: Token[] = []
  walkTokens(lexer(text), (token) => void found.push(token))
  return found
}

/**
 * The link and picture targets in a document, as written: in Markdown, and in HTML pictures. Web addresses
 * are excluded.
 */
const linksOf = (text: string): string[] => [
  ...tokensOf(text)
    .flatMap((token) => (token.type === 'link' || token.type === 'image' ? [String(token.href)] : []))
    .filter((href) => !/^https?:/.test(href)),
  ...[...text.matchAll(/ (?:src|srcset)="([^"]+)"/g)].map(([, target = '']) => target),
]

/** The path in the repository that a link of a document points to. */
const targetOf = (document: string, href: string): string =>
  href.startsWith('#') ? document : normalize(join(dirname(document), href.replace(/#.*/, '')))

const anchorsOf = (text: string): string[] =>
  tokensOf(text).flatMap((token) => (token.type === 'heading' ? [anchorOf(token['text'])] : []))

/** The links of a document to a missing file, or to a missing heading of its target. */
const deadLinks = (document: string, text: string): string[] =>
  linksOf(text).filter((href) => {
    const target = targetOf(document, href)
    if (!paths.has(target)) return true
    const anchor = /#(.*)/.exec(href)?.[1]
    return anchor !== undefined && !anchorsOf(target === document ? text : read(target)).includes(anchor)
  })

/**
 * The tests and trials that a table of threats refers to by kind and name: `journey: refuse-other-pages`,
 * `trial fuzz`.
 */
function namedByKind(text: string): string[] {
  const list = (kind: RegExp) =>
    [...text.matchAll(kind)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  return [
    ...list(/command line: ([a-z, -]+)/g).map((name) => `e2e/command-line/${name}.test.ts`),
    ...list(/journeys?: ([a-z, -]+)/g).map((name) => `e2e/journeys/${name}.spec.ts`),
    ...list(/[;|] trial ([a-z-]+) \|/g).map((name) => `e2e/trials/${name}`),
  ]
}

function missingFrom(document: string, text: string): string[] {
  const byKind = document.endsWith('THREATS.md') ? namedByKind(text) : []
  return [...[...namedIn(text), ...byKind].filter((name) => !exists(name)), ...deadLinks(document, text)]
}

test.each(documents)('%s mentions only existing files, folders and headings', (document) => {
  expect(missingFrom(document, read(document))).toEqual([])
})

test('finds missing paths in every notation', () => {
  const text = [
    '`src-main/no-such-room/index.ts` `src-main/storage` `no-such-file.test.ts` `import-boundaries.test.ts`',
    '[one](gone.md) [two](PARITY.md#no-such-heading) [three](#here) `application/xml` `no-such-folder/` `settings.json`',
    '## Here',
    '![picture](gone.webp) [web](https://service.example/gone.md)',
    '<picture><source srcset="gone-dark.webp"><img src="gone-light.webp"></picture>',
    '| threat | control | command line: no-such-command, password |',
    '| threat | control | `import-boundaries.test.ts`; trial no-such-trial |',
  ].join('\n')
  expect(missingFrom('src-main/local-api/THREATS.md', text)).toEqual([
    'src-main/no-such-room/index.ts',
    'no-such-file.test.ts',
    'no-such-folder/',
    'e2e/command-line/no-such-command.test.ts',
    'e2e/trials/no-such-trial',
    'gone.md',
    'PARITY.md#no-such-heading',
    'gone.webp',
    'gone-dark.webp',
    'gone-light.webp',
  ])
})

const pictureFolder = 'resources/reference/pictures'
const pictures = readdirSync(join(repository, pictureFolder))

test('every picture is shown by a document, and every screenshot has a light and a dark form', () => {
  const shown = new Set(
    documents.flatMap((document) => linksOf(read(document)).map((href) => targetOf(document, href))),
  )
  for (const name of pictures) {
    if (name.endsWith('.svg')) {
      expect([...shown]).toContain(`${pictureFolder}/${name}`)
      continue
    }
    const [, form] = /-(light|dark)\.webp$/.exec(name) ?? []
    expect(form, name).toBeDefined()
    expect(pictures).toContain(name.replace(`-${form}.`, form === 'light' ? '-dark.' : '-light.'))
    // A page links the light one; the program and the README show either.
    expect([...shown]).toContain(`${pictureFolder}/${name.replace('-dark.', '-light.')}`)
  }
})

test.each(pictures)('%s is small: a screenshot under 200 kB, a drawing under 60 kB', (name) => {
  const limit = name.endsWith('.svg') ? 60_000 : 200_000
  expect(statSync(join(repository, pictureFolder, name)).size).toBeLessThan(limit)
})

test.each(pictures.filter((name) => name.endsWith('%s has a title, and its texts are text elements')))(
  '%s has a title, and texts as text',
  (name) => {
    const drawing = read(`${pictureFolder}/${name}`)
    expect(drawing).toMatch(
      /^<svg [^>]*role="img"[^>]*font-family="system-ui, sans-serif">\n<title>[^<]+<\/title>/,
    )
    expect(drawing).toContain('</text>')
    expect(drawing).toContain('@media (prefers-color-scheme:dark)')
    // Colours set by Graphviz would not follow the colour scheme.
    expect(drawing.match(/ (?:fill|stroke)="(?!none")[^"]*"/g) ?? []).toEqual([])
  },
)
