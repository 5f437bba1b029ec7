// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of programs
import { expect, test } from 'vitest'
import { expressionsIn, regularExpressions, superLinear } from './regular-expressions.ts'

/**
 * Expressions that the check reports but that are safe, with the reason; identified by file and the start of
 * their text. Fix a new expression instead of adding it here, unless no foreign text can reach it or its text
 * is bounded.
 */
const exceptions: { file: string; begins: string; because: string }[] = [
  {
    file: 'src-main/history/changed-fields.ts',
    begins: '/^[ \\t\\r\\n]*(<',
    because:
      'anchored, and each part ends at a character it cannot contain; the back reference has one position',
  },
  ...[
    'new RegExp(`CHECK \\\\(${column} = (',
    'new RegExp(`CHECK \\\\(${column} IN ',
    'new RegExp(`((?:^[ ]*--',
  ].map((begins) => ({
    file: 'src-main/storage/schema/row-types.ts',
    begins,
    because: 'reads only the tables of our own migrations, when files are generated',
  })),
  ...[
    'new RegExp(\n  `[\\\\s_.,(',
    '/[\\s_.(/-]+(?:(?:per|',
    '/[\\s_.([-]+((?:mcg',
    '/\\s?[([{<]\\s*(?:(?:req|',
    '/\\s*[-–:,;]\\s*(?:required|',
    '/^[-–*\\s]+|[*†‡:\\s]+$/g',
  ].map((begins) => ({
    file: 'src-main/import/columns/column-name.ts',
    begins,
    because: 'a column name is cut at 200 characters and its blanks are collapsed before it is matched',
  })),
  ...['/(?:"[^"]*"?|', '/[0#?](,+)', '/[0#?]+(?:[', '/\\[\\$([^\\]-]*)', '/\\[[^\\]]*\\]/g'].map(
    (begins) => ({
      file: 'src-main/import/source/workbook/number-format.ts',
      begins,
      because: 'a format code is cut at 255 characters before it is matched',
    }),
  ),
  ...['new RegExp(`${source}${end}`', '/^([1-9]\\d{0,4}) ?[x'].map((begins) => ({
    file: 'src-shared/values/quantity.ts',
    begins,
    because: 'a text over 120 characters is no quantity and is not matched',
  })),
  {
    file: 'src-main/import/values/number-notation.ts',
    begins: '/(?:(?<![\\p{L}\\d])[.,])?\\d',
    because: 'looks behind one character; digits and marks match once; a mark without a digit fails at once',
  },
  {
    file: 'src-main/import/values/number-notation.ts',
    begins: '/^\\d{1,3}(?:([.,])',
    because: 'anchored, and each repetition starts with a mark that it cannot contain elsewhere',
  },
  ...[
    'new RegExp(`^(?=',
    "new RegExp(`^'(?=",
    'new RegExp(`(?<=',
    "new RegExp(`(?<=[;\\\\t\\\\r\\\\n])'",
  ].map((begins) => ({
    file: 'src-shared/export/spreadsheet-text.ts',
    begins,
    because: 'anchored, or after a mark that the lookahead cannot contain; its test uses texts of 2 MB',
  })),
  {
    file: 'src-shared/vocabulary/kit/leaf.ts',
    begins: 'new RegExp(`^(?:${pattern})$`',
    because: 'checked below, as constructed',
  },
  {
    file: 'src-shared/allergens/find-allergens.ts',
    begins: "new RegExp([...allergenOfPart.keys()].join('|'))",
    because: 'checked below, as constructed',
  },
]

const found = regularExpressions(['src-main', 'src-shared', 'src-renderer', 'resources'])

test('finds the expressions of the project and detects super-linear ones', () => {
  expect(found.length).toBeGreaterThan(200)
  const [one, two] = expressionsIn('a.ts', "const a: RegExp = /^(<!--.*?-->\\s*)*$/s\nnew RegExp(a, 'u')")
  expect(one).toMatchObject({ line: 1, pattern: { flags: 's' } })
  expect(two?.pattern).toBeUndefined()
  expect(superLinear({ source: '^(<!--.*?-->\\s*)*$', flags: 's' })).toContain('exponential')
  expect(superLinear({ source: '\\s+$', flags: '' })).toContain('2nd degree')
  expect(superLinear({ source: '^\\s+', flags: '' })).toBeUndefined()
})

test('every regular expression takes linear time', { timeout: 300_000 }, () => {
  const unclear = found.flatMap((expression) => {
    const { file, line, written, pattern } = expression
    if (exceptions.some((one) => one.file === file && written.startsWith(one.begins))) return []
    const why = pattern ? superLinear(pattern) : 'it is constructed at run time'
    return why === undefined ? [] : [`${file}:${line} ${written}: ${why}`]
  })
  expect(unclear).toEqual([])
})

test('every exception still exists', () => {
  const gone = exceptions.filter(
    ({ file, begins }) => !found.some((one) => one.file === file && one.written.startsWith(begins)),
  )
  expect(gone).toEqual([])
})

test('the patterns of the vocabulary and of the allergens take linear time', {
  timeout: 300_000,
}, async () => {
  const built: { source: string; flags: string }[] = []
  const plain = RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct(target, [source, flags = '']: [string, string?]) {
      built.push({ source, flags })
      return new target(source, flags)
    },
  })
  await import('../../../src-shared/vocabulary/documents.ts')
  const vocabularyCount = built.length
  await import('../../../src-shared/allergens/find-allergens.ts')
  globalThis.RegExp = plain
  expect(vocabularyCount).toBeGreaterThan(2)
  expect(built.length).toBeGreaterThan(vocabularyCount)
  const unique = [...new Map(built.map((pattern) => [pattern.source, pattern])).values()]
  expect(unique.flatMap((pattern) => (superLinear(pattern) ? [pattern.source] : []))).toEqual([])
})
