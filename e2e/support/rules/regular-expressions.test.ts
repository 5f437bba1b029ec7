// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of programs
import { expect, test } from 'vitest'
import { expressionsIn, regularExpressions, superLinear } from './regular-expressions.ts'

/**
 * Expressions that the check does not clear, and why they may stand all the same: each by its file and its text as
 * written. One that is new is mended, not added here, unless no foreign text can reach it or its text is bounded.
 */
const cleared: { file: string; begins: string; because: string }[] = [
  {
    file: 'src-main/history/changed-fields.ts',
    begins: '/^[ \\t\\r\\n]*(<',
    because: 'anchored, and each part ends at a character it cannot hold; the back reference is of one place',
  },
  ...[
    'new RegExp(`CHECK \\\\(${column} = (',
    'new RegExp(`CHECK \\\\(${column} IN ',
    'new RegExp(`((?:^[ ]*--',
  ].map((begins) => ({
    file: 'src-main/storage/schema/row-types.ts',
    begins,
    because: 'it reads the tables of our own migrations, when files are generated',
  })),
  ...[
    'new RegExp(\n  `[\\\\s_.,(',
    '/[\\s_.(/-]+(?:(?:per|',
    '/[\\s_.([-]+(g|',
    '/\\s?[([]\\s*(?:(?:required|',
    '/\\s*[-–:]\\s*(?:required|',
    '/^[*\\s]+|[*†‡\\s]+$/g',
  ].map((begins) => ({
    file: 'src-main/import/columns/column-name.ts',
    begins,
    because: 'the name of a column is cut at 200 characters, its blanks made one, before it is looked at',
  })),
  ...['/(?:"[^"]*"?|', '/[0#?](,+)', '/\\[\\$([^\\]-]*)', '/\\[[^\\]]*\\]/g'].map((begins) => ({
    file: 'src-main/import/source/workbook/number-format.ts',
    begins,
    because: 'the code of a format is cut at 255 characters before it is looked at',
  })),
  ...['new RegExp(`${source}${end}`', '/^(?:net(?:to)?', '/^([1-9]\\d{0,4}) ?[x'].map((begins) => ({
    file: 'src-shared/values/quantity.ts',
    begins,
    because: 'a text over 120 characters is no quantity, and is not looked at',
  })),
  {
    file: 'src-main/import/values/number-notation.ts',
    begins: '/(?:(?<![\\p{L}\\d])[.,])?\\d',
    because:
      'looks back one character; a run of digits and marks is matched once, and a mark without a digit fails at once',
  },
  {
    file: 'src-main/import/values/number-notation.ts',
    begins: '/^\\d{1,3}(?:([.,])',
    because: 'anchored, and each repetition begins with the mark it cannot hold otherwise',
  },
  ...[
    'new RegExp(`^(?=',
    "new RegExp(`^'(?=",
    'new RegExp(`(?<=',
    "new RegExp(`(?<=[;\\\\t\\\\r\\\\n])'",
  ].map((begins) => ({
    file: 'src-shared/export/spreadsheet-text.ts',
    begins,
    because:
      'anchored, or begun behind a mark that what is looked ahead for cannot hold; tried on texts of 2 MB in its test',
  })),
  {
    file: 'src-shared/vocabulary/kit/leaf.ts',
    begins: 'new RegExp(`^(?:${pattern})$`',
    because: 'judged below, as it is put together',
  },
  {
    file: 'src-shared/allergens/find-allergens.ts',
    begins: "new RegExp([...allergenOfPart.keys()].join('|'))",
    because: 'judged below, as it is put together',
  },
]

const found = regularExpressions(['src-main', 'src-shared', 'src-renderer', 'resources'])

test('the walk sees the project, and the check finds what it is for', () => {
  expect(found.length).toBeGreaterThan(200)
  const [one, two] = expressionsIn('a.ts', "const a: RegExp = /^(<!--.*?-->\\s*)*$/s\nnew RegExp(a, 'u')")
  expect(one).toMatchObject({ line: 1, pattern: { flags: 's' } })
  expect(two?.pattern).toBeUndefined()
  expect(superLinear({ source: '^(<!--.*?-->\\s*)*$', flags: 's' })).toContain('exponential')
  expect(superLinear({ source: '\\s+$', flags: '' })).toContain('2nd degree')
  expect(superLinear({ source: '^\\s+', flags: '' })).toBeUndefined()
})

test('every regular expression takes time in proportion to the text', { timeout: 300_000 }, () => {
  const unclear = found.flatMap((expression) => {
    const { file, line, written, pattern } = expression
    if (cleared.some((one) => one.file === file && written.startsWith(one.begins))) return []
    const why = pattern ? superLinear(pattern) : 'it is put together while the program runs'
    return why === undefined ? [] : [`${file}:${line} ${written}: ${why}`]
  })
  expect(unclear).toEqual([])
})

test('nothing is cleared that is no longer there', () => {
  const gone = cleared.filter(
    ({ file, begins }) => !found.some((one) => one.file === file && one.written.startsWith(begins)),
  )
  expect(gone).toEqual([])
})

test('so do the patterns of the vocabulary and of the allergens', { timeout: 300_000 }, async () => {
  const built: { source: string; flags: string }[] = []
  const plain = RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct(target, [source, flags = '']: [string, string?]) {
      built.push({ source, flags })
      return new target(source, flags)
    },
  })
  await import('../../../src-shared/vocabulary/documents.ts')
  const ofVocabulary = built.length
  await import('../../../src-shared/allergens/find-allergens.ts')
  globalThis.RegExp = plain
  expect(ofVocabulary).toBeGreaterThan(2)
  expect(built.length).toBeGreaterThan(ofVocabulary)
  const unique = [...new Map(built.map((pattern) => [pattern.source, pattern])).values()]
  expect(unique.flatMap((pattern) => (superLinear(pattern) ? [pattern.source] : []))).toEqual([])
})
