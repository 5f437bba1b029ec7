import { readdirSync, readFileSync } from 'node:fs'
import { lexer, type Token, walkTokens } from 'marked'
import { expect, test } from 'vitest'
import { documentPages, guide } from './contents.ts'

const folder = new URL('../../resources/reference/', import.meta.url)
const shown = [...guide, ...documentPages]
/**
 * Pages that the program does not show: for developers, and the list of API calls, each of which has a
 * separate page.
 */
const excluded = [
  'architecture.md',
  'decisions.md',
  'design-answers.md',
  'desktop.md',
  'develop.md',
  'first-run.md',
  'how-to-add.md',
  'local-api.md',
  'specification.md',
]

test('every page of the reference is shown or explicitly excluded', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
  expect([...shown.map(({ file }) => file), ...excluded].sort()).toEqual(files.sort())
})

test('the build leaves out the same pages', () => {
  // Vite needs them written out in the pattern.
  const code = readFileSync(
    new URL('../../src-renderer/screens/local-api/reference/page-files.ts', import.meta.url),
    'utf8',
  )
  const leftOut = /reference\/\{([\w,-]+)\}\.md/.exec(code)?.[1]?.split(',')
  expect(leftOut?.map((name) => `${name}.md`)).toEqual(excluded)
})

test.each(shown)('$file: has its title as heading, and only supported Markdown', ({ file, title }) => {
  const tokens: Token[] = []
  walkTokens(lexer(readFileSync(new URL(file, folder), 'utf8')), (token) => void tokens.push(token))
  expect(tokens[0]).toMatchObject({ type: 'heading', depth: 1, text: title })
  const drawn =
    /^(heading|paragraph|list|list_item|table|code|space|text|escape|codespan|strong|em|link|image)$/
  for (const token of tokens) {
    // Comments mark generated pages.
    if (token.type === 'html') expect(token.raw).toMatch(/^<!-- .* -->\n*$/)
    else expect(token.type).toMatch(drawn)
    if (token.type === 'heading') expect(token['depth']).toBeLessThanOrEqual(3)
    if (token.type === 'text') expect(token.raw).not.toMatch(/&#?\w+;/)
    if (token.type === 'list') expect(token['ordered']).toBe(false)
    if (token.type === 'image') expect(token['href']).toMatch(/^pictures\/[\w-]+(-light\.webp|\.svg)$/)
    if (token.type === 'link')
      expect([...shown.map((page) => page.file), 'local-api.md', '']).toContain(
        token['href'].replace(/#.*/, ''),
      )
  }
})
