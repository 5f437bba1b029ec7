import { expect, test } from 'vitest'
import { anchorOf, markdownOf, type Page, type PageLink, partsOf, type Words } from './page.ts'
import { referencePages } from './pages.ts'

const linksOf = ({ blocks }: Page): PageLink[] =>
  blocks
    .flatMap((block): Words[] => {
      if (block.kind === 'paragraph') return [block.words]
      if (block.kind === 'list') return [...block.items]
      return block.kind === 'table' ? block.rows.flat() : []
    })
    .flatMap((words) => partsOf(words).filter((part) => typeof part !== 'string'))

const anchorsOf = ({ blocks }: Page): string[] =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [anchorOf(block.text)] : []))

test.each([...referencePages])('%s: has tables with equal rows, and no dead links', (_, page) => {
  for (const block of page.blocks)
    if (block.kind === 'table') for (const row of block.rows) expect(row).toHaveLength(block.head.length)
  for (const { href } of linksOf(page)) {
    const [file, anchor] = href.split('#')
    const target = file === '' ? page : referencePages.get(file ?? '')
    expect(target, href).toBeDefined()
    if (target && anchor !== undefined) expect(anchorsOf(target)).toContain(anchor)
  }
})

test('converts a page to Markdown', () => {
  const page: Page = {
    title: 'One',
    blocks: [
      { kind: 'paragraph', words: ['See ', { text: 'items', href: 'items.md#item' }, '.'] },
      { kind: 'list', items: ['a', '`b`'] },
      { kind: 'table', head: ['A', 'B'], rows: [['a|b', 'c']] },
      { kind: 'heading', text: 'Two' },
    ],
  }
  expect(markdownOf(page)).toBe(
    '# One\n\nSee [items](items.md#item).\n\n- a\n- `b`\n\n| A | B |\n| --- | --- |\n| a\\|b | c |\n\n## Two\n',
  )
})
