import { ORPCError } from '@orpc/client'
import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { useRef } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Finding, PictureBox } from '../../../src-shared/evidence/model.ts'
import type {
  CodeItems,
  FoundCode,
  LabelSuggestion,
  OpenPhotograph,
} from '../../../src-shared/evidence/photograph.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const box: PictureBox = { x: 0.2, y: 0.4, width: 0.3, height: 0.05 }
const protein = 'products/product[1]/grocery/nutritions/nutrition[1]/protein'
const sha256 = 'a'.repeat(64)
const value = { path: protein, label: 'Protein', recorded: '9 g / 100 g', printed: '10 g', box }
const differs: Finding = { kind: 'label-differs', sha256, view: '', message: 'It differs.', value }
const found: Finding = {
  ...{ kind: 'label-found', sha256, view: '', message: 'It agrees.' },
  value: { ...value, label: 'Fat', path: `${protein}2`, recorded: '12 g', printed: '12 g' },
}
const allergen: Finding = {
  ...{ kind: 'allergen', sha256, view: '', message: 'The label names milk.' },
  value: { ...value, label: 'Milk', recorded: '', printed: 'oats, milk' },
}
const column = 'products/0/grocery/nutritions/0'
const suggestion: LabelSuggestion = {
  ...{ label: 'Protein', printed: '10 g', per: '100 g', box },
  cells: [
    { column: `${column}/protein/text`, value: '10' },
    { column: `${column}/protein/uom`, value: 'GRM' },
  ],
  quantity: [
    { column: `${column}/servingSizes/0/measure`, value: '100' },
    { column: `${column}/servingSizes/0/uom`, value: 'GRM' },
  ],
}
const codeOf = (gtin14: string, ...items: string[]): FoundCode => ({
  code: { format: 'EAN-13', gtin14, box: { x: 0.6, y: 0.1 * items.length, width: 0.2, height: 0.1 } },
  items: { items: items.map((id) => ({ id, name: `Item ${id}` })), isCase: false },
})

let codes: FoundCode[]
let byDigits: FoundCode[]
let findings: Finding[]
let reading: Promise<void>
let failure: string | undefined
let mode: string
let draftValue: Record<string, unknown>
const calls: string[] = []
const edits: unknown[] = []
const uploads: string[] = []

installBackend({
  computer: { settings: () => ({ shortcuts: {} }) },
  evidence: { state: () => ({ mode }) },
  photographs: {
    open({ file }: { file: string }): OpenPhotograph {
      calls.push(`open ${file}`)
      if (failure) throw new ORPCError('NO_PICTURE', { status: 422, message: failure })
      return { id: 'p1', sha256, codes }
    },
    itemsWith({ code }: { code: string }): CodeItems {
      calls.push(`find ${code}`)
      if (code.length !== 13) throw new ORPCError('NO_CODE', { status: 422, message: 'This is no code.' })
      return { items: [{ id: 'typed', name: 'Typed item' }], isCase: true }
    },
    async compare({ itemId }: { itemId: string }) {
      calls.push(`compare ${itemId}`)
      await reading
      return { item: { id: itemId, name: '' }, findings, lines: 9 }
    },
    async codesByDigits() {
      calls.push('digits')
      await reading
      return { codes: byDigits }
    },
    preview: () => ({
      ...{ width: 1, height: 1 },
      url: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    }),
    async suggest() {
      calls.push('suggest')
      await reading
      return { suggestions: [suggestion], lines: 9 }
    },
    close: ({ id }: { id: string }) => void calls.push(`close ${id}`),
  },
  feeds: {
    createDraft({ kind, name = 'Draft' }: { kind: string; name?: string }) {
      calls.push(`draft ${kind}`)
      return { id: 'd1', name }
    },
    draftRows: () => ({ rows: [{ key: 7, about: 'oats' }] }),
    draftItem: () => ({ value: draftValue }),
    editDraft(edit: { label: string; edits: unknown[] }) {
      calls.push(edit.label)
      edits.push(...edit.edits)
      return {}
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { PhotographLookup } = await import('./photograph-lookup.tsx')
const { taken } = await import('../evidence/take-value.ts')
const { Toaster } = await import('../../ui/overlays/toast.tsx')
const { TooltipProvider } = await import('../../ui/overlays/tooltip.tsx')

const before = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  if (!url.includes('/uploads')) return before(input, init)
  uploads.push(url)
  return Response.json({ file: '/uploads/photograph.png' })
}

beforeEach(async () => {
  queryClient.clear()
  history.replaceState(null, '', '/settings')
  for (const list of [calls, edits, uploads]) list.length = 0
  codes = [codeOf('04006381333931', 'oats')]
  byDigits = []
  findings = [differs, allergen, found]
  reading = Promise.resolve()
  failure = undefined
  mode = 'on-demand'
  draftValue = {}
  taken.draft = undefined
  taken.findings.clear()
  await page.viewport(1280, 800)
})

async function photograph(name = 'shelf.png', type = 'image/png'): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 300
  canvas.height = 200
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([blob ?? ''], name, { type })
}
function Shown() {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <button type="button">Start</button>
        <input aria-label="Note" />
        <section aria-label="Own files" onDrop={(event) => event.preventDefault()}>
          Own files
        </section>
        <PhotographLookup chooser={chooser} />
      </TooltipProvider>
      <Toaster theme="light" />
    </QueryClientProvider>
  )
}
const transfer = (...files: File[]) => {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  return data
}
const event = (type: string, ...files: File[]) =>
  new DragEvent(type, { dataTransfer: transfer(...files), bubbles: true, cancelable: true })
const drop = async (file: File, target: Element = document.body) => target.dispatchEvent(event('drop', file))
const paste = (file: File, target: Element) =>
  target.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: transfer(file), bubbles: true, cancelable: true }),
  )
const dialog = page.getByRole('dialog', { name: 'Look up a photograph' })

test('a dropped photograph leads to its item, and a value of the label goes into a draft', async () => {
  draftValue = {
    products: [{ grocery: { nutritions: [{ protein: { text: '9', uom: 'GRM' } }] } }],
  }
  await render(<Shown />)
  await page.getByRole('button', { name: 'Start' }).click()
  await drop(await photograph())
  await expect.element(dialog.getByRole('heading', { name: 'Item oats' })).toBeVisible()
  await expect.element(dialog.getByText('4006381333931 (EAN-13)')).toBeVisible()
  await expect.element(dialog.getByText('2 differences between label and record')).toBeVisible()
  await expect.element(dialog.getByText('9 g / 100 g')).toBeVisible()
  await expect.element(dialog.getByText('The label names milk.')).toBeVisible()
  await expect.element(dialog.getByText('1 value agrees')).toBeVisible()
  await expect.element(dialog.getByAltText('The marked part, enlarged').first()).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  // Only the value that differs can be taken, not the allergen.
  await dialog.getByRole('button', { name: 'Take into a draft' }).click()
  await expect.element(dialog.getByRole('link', { name: 'Values read in pictures' })).toBeVisible()
  expect(calls).toContain('Protein 10 g, read from photograph shelf.png')
  expect(edits).toContainEqual({
    do: 'cells',
    cells: [
      { key: 7, column: `${column}/protein/text`, value: '10' },
      { key: 7, column: `${column}/protein/uom`, value: 'GRM' },
    ],
  })
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Start' })).toHaveFocus()
  await expect.poll(() => calls).toContain('close p1')
})

test('a part of the screen that takes files itself comes first, and so does a text field', async () => {
  await render(<Shown />)
  await drop(await photograph(), page.getByRole('region', { name: 'Own files' }).element())
  paste(await photograph(), page.getByRole('textbox', { name: 'Note' }).element())
  await drop(new File(['a;b'], 'table.csv', { type: 'text/csv' }))
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  const dragged = event('dragover', await photograph())
  document.body.dispatchEvent(dragged)
  expect(dragged.defaultPrevented).toBe(true)
  await expect.element(page.getByText('Drop the photograph to look up its product')).toBeVisible()
  paste(await photograph('', 'image/png'), document.body)
  await expect.element(dialog.getByRole('heading', { name: 'Item oats' })).toBeVisible()
  // A further photograph takes the place of the first one.
  codes = [codeOf('09521234543213', 'rye')]
  await drop(await photograph('second.png'))
  await expect.element(dialog.getByRole('heading', { name: 'Item rye' })).toBeVisible()
  await expect.element(dialog.getByText('second.png')).toBeVisible()
})

test('several codes and items are a list to choose from', async () => {
  codes = [codeOf('04006381333931', 'oats', 'muesli'), codeOf('09521234543213')]
  await render(<Shown />)
  await drop(await photograph())
  await expect
    .element(dialog.getByRole('heading', { name: 'Which one do you want to look up?' }))
    .toBeVisible()
  expect(calls.filter((call) => call.startsWith('compare'))).toEqual([])
  await dialog.getByRole('button', { name: 'Item muesli' }).click()
  await expect.element(dialog.getByRole('heading', { name: 'Item muesli' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another item or code' }).click()
  await dialog.getByRole('button', { name: 'New item with this code…' }).click()
  await expect
    .element(dialog.getByRole('heading', { name: 'No item of the catalog has the code 9521234543213' }))
    .toBeVisible()
})

test('for a code without item, the values of the label are taken into a draft one by one', async () => {
  codes = [codeOf('09521234543213')]
  await render(<Shown />)
  await drop(await photograph())
  await expect.element(dialog.getByText('10 g per 100 g')).toBeVisible()
  // Nothing is made or filled in before a person asks for it.
  expect(calls.slice(-2)).toEqual(['open /uploads/photograph.png', 'suggest'])
  calls.length = 0
  await dialog.getByRole('button', { name: 'New draft with this code' }).click()
  await dialog.getByRole('button', { name: 'Take “Protein” into the draft' }).click()
  await expect.element(dialog.getByText('Taken into the draft', { exact: true })).toBeVisible()
  expect(calls).toEqual([
    'draft create',
    'Code 9521234543213',
    'Protein 10 g, read from photograph shelf.png',
  ])
  expect(edits).toEqual([
    { do: 'set', selection: {}, column: 'productCodes/0/text', value: '9521234543213' },
    {
      do: 'cells',
      cells: [...suggestion.quantity, ...suggestion.cells].map((cell) => ({ key: 7, ...cell })),
    },
  ])
  await expect
    .element(dialog.getByRole('link', { name: 'Open the draft' }))
    .toHaveAttribute('href', '/feeds/d1')
})

test('without a code, the digits can be entered', async () => {
  codes = []
  await render(<Shown />)
  await drop(await photograph())
  await expect.element(dialog.getByRole('heading', { name: 'No code could be read' })).toBeVisible()
  const field = dialog.getByRole('textbox', { name: 'Product code' })
  await field.fill('400')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('This is no code.')).toBeVisible()
  await field.fill('4006381333931')
  await dialog.getByRole('button', { name: 'Find the item' }).click()
  await expect.element(dialog.getByRole('heading', { name: 'Typed item' })).toBeVisible()
  await expect.element(dialog.getByText(/the code of a case of this item/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Enter another code' }).click()
  await expect.element(field).toBeVisible()
})

test('without legible bars, the digits below them are read, unless a person enters them', async () => {
  let finish = () => {}
  reading = new Promise((resolve) => {
    finish = resolve
  })
  codes = []
  byDigits = [codeOf('04006381333931', 'oats')]
  await render(<Shown />)
  await drop(await photograph())
  await expect.element(dialog.getByText('Looking for the digits below the bars…')).toBeVisible()
  await dialog.getByRole('button', { name: 'Enter the digits' }).click()
  const field = dialog.getByRole('textbox', { name: 'Product code' })
  await field.fill('95')
  finish()
  // Codes found now do not take away what is being typed.
  await expect.element(field).toHaveValue('95')
  await userEvent.keyboard('{Escape}')
  await drop(await photograph())
  await expect.element(dialog.getByRole('heading', { name: 'Item oats' })).toBeVisible()
})

test('several photographs are looked up one after the other', async () => {
  await render(<Shown />)
  const [first, second] = [await photograph('first.png'), await photograph('second.png')]
  document.body.dispatchEvent(event('drop', first, second))
  await expect.element(dialog.getByText('first.png, photograph 1 of 2')).toBeVisible()
  await dialog.getByRole('button', { name: 'Next photograph (2 of 2)' }).click()
  await expect.element(dialog.getByText('second.png, photograph 2 of 2')).toBeVisible()
  await expect.element(dialog.getByRole('heading', { name: 'Item oats' })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /^Next photograph/ })).not.toBeInTheDocument()
})

test('a photograph that the browser does not draw is shown as the program draws it', async () => {
  await render(<Shown />)
  await drop(new File(['II*'], 'shelf.tif', { type: 'image/tiff' }))
  await expect.element(dialog.getByRole('heading', { name: 'Item oats' })).toBeVisible()
  await expect.element(dialog.getByRole('img', { name: /Photograph/ }).first()).toBeVisible()
})

test('reading the text can be cancelled and started again', async () => {
  let finish = () => {}
  reading = new Promise((resolve) => {
    finish = resolve
  })
  mode = 'off'
  findings = []
  await render(<Shown />)
  await drop(await photograph())
  await expect.element(dialog.getByText(/^Reading the text of the label/)).toBeVisible()
  await expect.element(dialog.getByText(/is switched off for this workspace/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog.getByText('The text was not read')).toBeVisible()
  finish()
  await dialog.getByRole('button', { name: 'Read the text' }).click()
  await expect.element(dialog.getByText(/^No value of the record is legible/)).toBeVisible()
})

test('a file that cannot be looked up is refused in words, the large ones before they are sent', async () => {
  await render(<Shown />)
  const huge = new File([new Uint8Array(51 * 1024 * 1024)], 'huge.png', { type: 'image/png' })
  await drop(huge)
  await expect.element(dialog.getByText(/larger than 50 MB/)).toBeVisible()
  await drop(new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' }))
  await expect.element(dialog.getByText(/^HEIC photographs cannot be read/)).toBeVisible()
  expect(uploads).toEqual([])
  failure = 'This is not a picture that can be read.'
  await drop(new File(['no picture'], 'broken.jpg', { type: 'image/jpeg' }))
  await expect.element(dialog.getByText(failure)).toBeVisible()
  await expect.element(dialog.getByText('This photograph cannot be shown here.')).toBeVisible()
  expect(uploads).toHaveLength(1)
})
