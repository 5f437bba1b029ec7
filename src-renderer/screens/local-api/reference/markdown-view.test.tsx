import { expect, test } from 'vitest'
import { apiReference } from '../../../../src-shared/api/reference.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import { reference } from '../../../../src-shared/vocabulary/kit/reference.ts'
import { type Block, type Inline, readMarkdown } from './markdown-view.tsx'

const inlines = (block: Block): Inline[] => {
  if (block.kind === 'paragraph') return block.content
  if (block.kind === 'list') return block.items.flat()
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : []
}

test('headings, paragraphs, lists and tables are told apart', () => {
  const kinds = readMarkdown(
    '# One\n\nTwo\nlines.\n\n- a\n  goes on\n- b\n\n| A | B |\n|---|---|\n| 1 | 2 |\n',
  )
  expect(kinds).toEqual([
    { kind: 'heading', level: 1, text: 'One', id: 'one' },
    { kind: 'paragraph', content: [{ kind: 'text', text: 'Two lines.' }] },
    { kind: 'list', items: [[{ kind: 'text', text: 'a goes on' }], [{ kind: 'text', text: 'b' }]] },
    {
      kind: 'table',
      head: [[{ kind: 'text', text: 'A' }], [{ kind: 'text', text: 'B' }]],
      rows: [[[{ kind: 'text', text: '1' }], [{ kind: 'text', text: '2' }]]],
    },
  ])
})

test('code and links stand out of their text, and a bar with a backslash stays in its cell', () => {
  const [table] = readMarkdown('| A |\n|---|\n| see [items](items.md#item) or `a\\|b` |\n')
  expect(table).toMatchObject({
    rows: [
      [
        [
          { kind: 'text', text: 'see ' },
          { kind: 'link', text: 'items', href: 'items.md#item' },
          { kind: 'text', text: ' or ' },
          { kind: 'code', text: 'a|b' },
        ],
      ],
    ],
  })
})

test('every generated page is understood: tables have even rows, links within a page lead somewhere', () => {
  const pages = [apiReference((name) => `${name}.md`), ...Object.values(documents).map(reference)]
  for (const page of pages) {
    const blocks = readMarkdown(page)
    const ids = new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])))
    expect(ids.size).toBeGreaterThan(1)
    for (const block of blocks) {
      if (block.kind === 'table') for (const row of block.rows) expect(row).toHaveLength(block.head.length)
      for (const inline of inlines(block)) {
        if (inline.kind === 'link' && inline.href.startsWith('#')) expect(ids).toContain(inline.href.slice(1))
        if (inline.kind === 'text') expect(inline.text).not.toMatch(/`|\]\(/)
      }
    }
  }
})
