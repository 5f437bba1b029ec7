import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diff, differenceKey } from '../../src-shared/history/diff.ts'
import { isRestorable, type RestoreKind, withEarlier } from '../../src-shared/history/restore.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { type Item, item } from '../../src-shared/vocabulary/elements/item.ts'
import { parseDocument, parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { itemXml } from '../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../catalog/index.ts'
import { createDrafts } from '../feeds/drafts/index.ts'
import { startingItems } from '../feeds/drafts/make/drafts-start.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createHistoryView, type HistoryView } from './procedures.ts'

let workspace: TemporaryWorkspace
let history: HistoryView
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  history = createHistoryView({
    storage,
    drafts: createDrafts({ storage }),
  })
})
afterEach(() => workspace.close())

const put = (xml: string, run: string) =>
  workspace.storage
    .writer(catalogWriter)
    .putItems([Buffer.from(xml)], { origin: { kind: 'sync', reference: run } })
const record = (xml: string): Item => parseElement(item, xml).value as Item
const old = itemXml({
  id: '7',
  name: 'Old tea',
  codes: ['96385074'],
  text: 'An old text',
  brand: ['b1', 'Brand'],
})
const present = old
  .replaceAll('Old tea', 'New tea')
  .replace('An old text', 'A new text')
  .replace('e-commerce of 7', 'another')

describe('restoring', () => {
  beforeEach(async () => {
    await put(old, 'a')
    await put(present, 'b')
  })
  /** The keys of the differences in these fields. */
  const keys = (...fields: string[]) =>
    diff(item, record(old), record(present))
      .filter(({ field }) => fields.includes(field))
      .map(differenceKey)
  const draftOf = async (kind: RestoreKind, differences: string[]) => {
    const draft = await history.restore({ itemId: '7', number: 1, kind, differences })
    const [only] =
      parseDocument(
        documents.ingestItems,
        (await createDrafts({ storage: workspace.storage }).draftText(draft)).text,
      ).value?.item ?? []
    return { draft, item: only }
  }

  test('drafts a refresh with the chosen earlier values and the current other values', async () => {
    const { draft, item: payload } = await draftOf('refresh', keys('marketingDescription'))
    expect(draft).toMatchObject({ kind: 'refresh', name: 'New tea: values of version 1' })
    expect(payload).toMatchObject({
      ecommerceTitle: 'New tea',
      frontOfPackageText: 'An old text',
      ecommerceDescription: [{ text: 'another' }],
      products: [{ description: 'New tea' }],
    })
  })
  test('drafts an update with the earlier e-commerce description', async () => {
    const { item: payload } = await draftOf('update', keys('ecommerceDescription', 'name'))
    expect(payload?.ecommerceDescription).toMatchObject([{ text: 'e-commerce of 7' }])
    expect(payload?.ecommerceTitle).toBeUndefined()
  })
  test('refuses values that a feed cannot carry or that do not differ', async () => {
    await expect(draftOf('update', keys('name'))).rejects.toMatchObject({ code: 'NOTHING_TO_RESTORE' })
    await expect(draftOf('refresh', ['changed nothing'])).rejects.toMatchObject({
      code: 'NOTHING_TO_RESTORE',
    })
    await expect(
      history.restore({ itemId: '7', number: 9, kind: 'refresh', differences: ['x'] }),
    ).rejects.toMatchObject({
      code: 'VERSION_NOT_FOUND',
    })
    await expect(history.versions({ itemId: '8' })).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
  })
  test('returns versions and the changes of a run, searched like the catalog', async () => {
    expect(await history.version({ itemId: '7', number: 1 })).toMatchObject({ number: 1, xml: old })
    const page = { offset: 0, limit: 10 }
    const origin = { kind: 'sync', reference: 'b' } as const
    const find = (text: string) => history.changes({ origin, kind: 'changed', text, ...page })
    expect((await find('new te')).rows).toMatchObject([{ itemId: '7', version: 2 }])
    expect((await find('96385074')).total).toBe(1)
    expect((await find('old')).total).toBe(0)
    expect(await history.summary({ origin })).toMatchObject({ changed: 1, created: 0 })
  })
})

describe('isRestorable matches the fields that drafts contain', () => {
  /** A record with a value in every field, and copies in which one text differs. */
  const full =
    record(`<item id="7" status="P"><companyTrackingId id="a" name="a"/><name>a</name><marketingDescription>a</marketingDescription>
    <otherDescription>a</otherDescription><ecommerceDescription>a</ecommerceDescription>
    <manufacturerEcommerceDescription>a</manufacturerEcommerceDescription><upcs><upc type="GTIN">96385074</upc></upcs>
    <categories><category type="a" id="a">a</category></categories><created id="a">a</created><lastUpdated id="a">a</lastUpdated>
    <media><medium type="edited" view="A1C1" mimeType="a" imageSource="a" added="a"><description>a</description><url>https://a.invalid/a</url></medium></media>
    <privateLabelItem>Y</privateLabelItem>
    <packageData type="a" approximation="true"><length><measure>1</measure><uom>a</uom></length>
      <unitsInPackage>1</unitsInPackage><dryWeight><measure>1</measure><uom>a</uom></dryWeight>
      <packageType id="a">a</packageType><information>a</information></packageData>
    <products><product sequence="1" id="a" type="grocery"><description>a</description><brand id="a">a</brand>
      <manufacturer id="a">a</manufacturer><countryOfOrigin>a</countryOfOrigin>
      <warnings><warning>a</warning></warnings><directions>a</directions><isAerosol>Y</isAerosol><smallPartsWarnings>1</smallPartsWarnings>
      <grocery><ingredients>a</ingredients><kosherCodes><kosherCode>1</kosherCode></kosherCodes>
        <foodRelatedIndicators><temperatureIndicator>a</temperatureIndicator><glutenFree>a</glutenFree></foodRelatedIndicators>
        <certifications><certificate>a</certificate></certifications><recycleCodes>a</recycleCodes>
        <containerRefunds><containerRefund><local>a</local><amount>a</amount></containerRefund></containerRefunds>
        <nutritions><nutrition sequence="1"><energy>1</energy></nutrition></nutritions></grocery></product></products>
    <packageDistributor><name>a</name><address>a</address></packageDistributor><packageImporter><name>a</name></packageImporter></item>`)
  const leaves: { path: (string | number)[]; changed: Item }[] = []
  const walk = (value: unknown, path: (string | number)[]) => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value))
        walk(member, [...path, Array.isArray(value) ? Number(key) : key])
      return
    }
    const changed = structuredClone(full)
    const last = path.at(-1) as string
    const owner = path
      .slice(0, -1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], changed)
    // A different value of the same kind: a picture stays edited or becomes original, a kosher code stays a
    // number.
    const text = String(value)
    ;(owner as Record<string, unknown>)[last] =
      text === 'edited' ? 'original' : text === 'a' ? 'b' : text === 'Y' ? 'N' : `${text}1`
    leaves.push({ path, changed })
  }
  walk(full, [])

  test.each(['refresh', 'update'] as const)('%s', (kind) => {
    const names = { manufacturer: () => '', brand: () => '', distributor: () => '' }
    const itemsOf = (of: Item) =>
      startingItems(kind, [of], () => ({ names, distributorIds: (name) => [name], content: [] }))
    expect(leaves.length).toBeGreaterThan(35)
    const wrong = leaves.flatMap(({ changed }) => {
      const [difference] = diff(item, full, changed)
      if (difference?.kind !== 'changed') return []
      const isCarried = !isDeepStrictEqual(itemsOf(withEarlier(changed, [difference])), itemsOf(changed))
      return isCarried === isRestorable(kind, difference) ? [] : [`${difference.field}: ${isCarried}`]
    })
    expect(wrong).toEqual([])
  })
})
