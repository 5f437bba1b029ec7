import { describe, expect, test } from 'vitest'
import type { ExportFormat } from '../../src-shared/export/formats.ts'
import type { CsvCells } from '../../src-shared/export/model.ts'
import type { Item } from '../../src-shared/vocabulary/elements/item.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { retailerContentReader } from '../feeds/targets/sandbox/index.ts'
import { type ImportWorkspace, openImportWorkspace } from '../import/fixtures/import-workspace.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../testing/feed-payloads.ts'
import { apiCaller } from '../testing/local-api/api-caller.ts'
import { contractRecords } from '../testing/local-api/contract-catalog.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { concatenated, exportsOf } from './fixtures/export-workspace.ts'

const everything = { selection: { text: '', brandIds: [], manufacturerIds: [] } }

const post = async (service: SandboxService, path: string, body: Uint8Array): Promise<void> => {
  // Headers contain bytes: a password is sent as UTF-8.
  const { username, password } = service.credentials
  const credentials = { username, password: Buffer.from(password).toString('latin1') }
  const call = apiCaller(service.address, credentials)
  const headers = { 'content-type': 'application/xml' }
  expect((await call({ method: 'POST', path, headers, body })).status).toBe(200)
  await service.ingestion.idle()
}

describe('retailer content posted to another service', () => {
  const contentIn = async (service: SandboxService) => {
    const reader = service.storage.reader(retailerContentReader)
    return Promise.all(['i1', 'i2'].map((id) => reader.of(id)))
  }

  test('is unchanged', async () => {
    await using first = await startSandboxService()
    await using second = await startSandboxService()
    for (const service of [first, second])
      await post(service, '/v2.1/feed/items', itemFeed(sampleItem(1), sampleItem(2)))
    await post(
      first,
      '/v2.1/feed/contentplus/',
      contentPlusFeed(
        {
          id: 'i1',
          retailer: [
            {
              id: 'r1',
              longDescription: 'Oats & nothing <else>,\nin two lines',
              keywords: ['oat', 'flakes'],
              bulletPoints: ['"Whole" grain'],
              images: [{ url: 'https://media.example/a.jpg?b=1&c=2', description: 'Front' }],
            },
            { id: 'r2', sellCopy: 'Só em São Paulo 🥣' },
          ],
        },
        { id: 'i2', retailer: [{ id: 'r2', ecommerceDescription: 'At the market' }] },
      ),
    )
    const kept = await contentIn(first)
    expect(kept.map((content) => content.length)).toEqual([2, 1])
    expect(await contentIn(second)).toEqual([[], []])

    const { parts } = await exportsOf({ storage: first.storage, directory: '' }).open({
      source: everything,
      format: 'contentplus',
      cells: 'safe',
    })
    const feed = await concatenated(parts())
    await post(second, '/v2.1/feed/contentplus/', feed)
    expect(await contentIn(second)).toEqual(kept)
  })
})

test('counts texts in further languages that a format cannot store', async () => {
  await using service = await startSandboxService()
  const description = [
    { lang: 'en', text: 'Oats' },
    { lang: 'es-MX', text: 'Avena' },
  ]
  const item = {
    ...sampleItem(1),
    ecommerceDescription: description,
    manufacturerContent: [
      {
        id: 'r1',
        contentPlus: {
          ecommerceDescription: description,
          images: [
            {
              url: 'https://media.example/a.jpg',
              description: [...description, { lang: 'fr', text: 'Avoine' }],
            },
          ],
        },
      },
    ],
  }
  await post(service, '/v2.1/feed/items', itemFeed(item))
  const noteOf = async (format: ExportFormat, columns?: string[]) => {
    let lastNote: string | undefined
    const opened = await exportsOf({ storage: service.storage, directory: '' }).open({
      ...{ source: everything, format, cells: 'safe', columns },
    })
    await concatenated(opened.parts({ onProgress: ({ note }) => (lastNote = note) }))
    return lastNote
  }
  expect(await noteOf('contentplus')).toContain('3 texts in further languages')
  expect(await noteOf('csv')).toContain('1 text in further languages')
  expect(await noteOf('xlsx')).toContain('1 text in further languages')
  expect(await noteOf('jsonld')).toContain('1 text in further languages')
  expect(await noteOf('pdf')).toContain('1 text in further languages')
  expect(await noteOf('pdf', ['Brand'])).not.toContain('further languages')
  expect(await noteOf('items')).toBeUndefined()
  expect(await noteOf('jsonl')).toBeUndefined()
})

describe('reimported table of items', () => {
  const awkward = (id: string, gtin: string, name: string) =>
    `<item id="${id}" status="P"><name>${name}</name><marketingDescription>-5% &quot;off&quot;, today&#10;and tomorrow</marketingDescription>
     <upcs><upc type="GTIN">${gtin}</upc></upcs><lastUpdated id="u">2024-03-03T00:00:00Z</lastUpdated>
     <products><product><brand id="b77">@home</brand></product></products></item>`
  const records = [
    ...contractRecords,
    awkward('201', gtinOf(1), '=1+1'),
    awkward('202', `0${gtinOf(2)}`, '+Vitamin C'),
    awkward('203', gtinOf(3), '0123'),
  ]
  const tableOf = async (opened: ImportWorkspace, cells: CsvCells) => {
    const { storage, directory } = opened.workspace
    const { parts } = await exportsOf({ storage, directory }).open({
      source: everything,
      format: 'csv',
      cells,
    })
    return concatenated(parts())
  }
  const fill = async (opened: ImportWorkspace) =>
    opened.workspace.storage
      .writer(catalogWriter)
      .putItems(records.map((record) => new TextEncoder().encode(record)))
  const rowsIn = async (opened: ImportWorkspace) => {
    const reader = opened.workspace.storage.reader(catalogReader)
    const { rows } = await reader.searchRows(everything.selection, 0, 500)
    const summaries = rows.map(({ code, name, brand, manufacturer }) => ({ code, name, brand, manufacturer }))
    return summaries.toSorted((a, b) => a.code.localeCompare(b.code))
  }

  test.each([
    ['a program', 'raw'],
    ['general use', 'safe'],
    ['a spreadsheet', 'spreadsheet'],
  ] as const)(
    'for %s has the same GTINs, names, brands and manufacturers in another catalog',
    async (_for, cells) => {
      const first = await openImportWorkspace()
      const second = await openImportWorkspace()
      try {
        await fill(first)
        const { job, rejected } = await second.run(second.file(await tableOf(first, cells)))
        expect(rejected).toEqual([])
        expect(job).toMatchObject({ state: 'completed', created: records.length })
        expect(await rowsIn(second)).toEqual(await rowsIn(first))
        expect(await second.record(gtinOf(1))).toMatchObject({
          name: '=1+1',
          marketingDescription: '-5% "off", today\nand tomorrow',
        })
      } finally {
        await first.close()
        await second.close()
      }
    },
  )

  test.each([
    ['a program', 'raw'],
    ['general use', 'safe'],
    ['a spreadsheet', 'spreadsheet'],
  ] as const)('for %s loses nothing in the original catalog', async (_for, cells) => {
    const opened = await openImportWorkspace()
    const all = async () =>
      Promise.all(records.map((_record, index) => opened.record(gtins[index] ?? '').then(withoutStamp)))
    try {
      await fill(opened)
      const before = await all()
      const { job } = await opened.run(opened.file(await tableOf(opened, cells)))
      expect(job).toMatchObject({ created: 0, rejected: 0, rowsRead: records.length })
      expect(await all()).toMatchObject(before)
    } finally {
      await opened.close()
    }
  })

  const spoken = (id: string, gtin: string, texts: string) =>
    `<item id="${id}" status="P"><name>Tea</name>${texts}<upcs><upc type="GTIN">${gtin}</upc></upcs>
     <lastUpdated id="u">2024-03-03T00:00:00Z</lastUpdated><products><product type="grocery"/></products></item>`
  test('keeps the language of a text, which the cell does not contain', async () => {
    const opened = await openImportWorkspace()
    try {
      const texts = [
        '<ecommerceDescription lang="en-US">Color</ecommerceDescription><ecommerceDescription lang="fr">Couleur</ecommerceDescription>',
        '<ecommerceDescription lang="fr">Du thé</ecommerceDescription>',
        '<ecommerceDescription lang="en">Tea</ecommerceDescription>',
        '<ecommerceDescription/><ecommerceDescription lang="de">Tee</ecommerceDescription>',
      ]
      await opened.workspace.storage
        .writer(catalogWriter)
        .putItems(
          texts.map((text, index) => new TextEncoder().encode(spoken(`30${index}`, gtinOf(index + 1), text))),
        )
      const descriptions = () =>
        Promise.all(
          texts.map(async (_, index) => (await opened.record(gtinOf(index + 1)))?.ecommerceDescription),
        )
      const before = await descriptions()
      const table = Buffer.from(await tableOf(opened, 'raw')).toString()
      await opened.run(opened.file(table))
      expect(await descriptions()).toEqual(before.map((all) => all?.filter(({ text }) => text !== '')))
      const { job } = await opened.run(opened.file(table))
      expect(job).toMatchObject({ updated: 0, unchanged: texts.length })

      await opened.run(opened.file(table.replace('Color', 'Colour').replace('Du thé', 'Du thé vert')))
      expect((await descriptions()).slice(0, 2)).toEqual([
        [
          { lang: 'en-US', text: 'Colour' },
          { lang: 'fr', text: 'Couleur' },
        ],
        [{ lang: 'fr', text: 'Du thé vert' }],
      ])
    } finally {
      await opened.close()
    }
  })
})

test('restores texts that a spreadsheet would change', async () => {
  const texts = [
    "'-1",
    "'=abc",
    '="0123"',
    '+1',
    '@x',
    '=1+1',
    '0123',
    '1e5',
    '1/2',
    'TRUE',
    '_x0041_',
    "a\n'-b",
  ]
  const first = await openImportWorkspace()
  const second = await openImportWorkspace()
  const names = (opened: ImportWorkspace) =>
    Promise.all(texts.map(async (_, index) => (await opened.record(gtinOf(index)))?.name))
  try {
    const rows = texts.map((name, index) => JSON.stringify({ gtin: gtinOf(index), name }))
    await first.run(first.file(rows.join('\n'), 'texts.jsonl'))
    for (const [format, cells] of [
      ['xlsx', 'safe'],
      ['csv', 'safe'],
      ['csv', 'spreadsheet'],
    ] as const) {
      const { parts } = await exportsOf(first.workspace).open({ source: everything, format, cells })
      await second.run(second.file(await concatenated(parts()), `${cells}.${format}`))
      expect(await names(second)).toEqual(texts)
    }
  } finally {
    await first.close()
    await second.close()
  }
})

const gtins = ['036000291452', '96385074', '042100005264', gtinOf(1), gtinOf(2), gtinOf(3)]
/** The record without the time of its last change. */
const withoutStamp = (item: Item | undefined): Partial<Item> => {
  const { lastUpdated: _when, ...rest } = item ?? {}
  return JSON.parse(JSON.stringify(rest))
}
