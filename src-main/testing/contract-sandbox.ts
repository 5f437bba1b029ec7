/**
 * The workspace the contract is tried on: a real sandbox with a small catalog whose facts the table of
 * src-main/local-api/contract-*.test.ts know, behind a real server.
 */
import type { ContentPlusFeedItem } from '../../src-shared/vocabulary/content-plus.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { catalogReader } from '../catalog/catalog-reader.ts'
import { catalogWriter } from '../catalog/catalog-writer.ts'
import { createIngestion } from '../feeds/ingestion.ts'
import { createApiServer } from '../local-api/api-server.ts'
import { fairWeather } from '../local-api/service-conditions.ts'
import type { MediaSource } from '../media/media-contract.ts'
import { systemClock } from '../platform/clock.ts'
import { apiCaller } from './api-caller.ts'
import { contentPlusFeed, itemFeed, sampleLookups } from './feed-payloads.ts'
import { openTemporaryWorkspace } from './temporary-workspace.ts'

/** Records as a service wrote them, with everything a record can hold. */
const records = [
  `<item id="100" status="P"><name>Crème brûlée mix</name><marketingDescription>Just add milk</marketingDescription>
    <ecommerceDescription>For the shop</ecommerceDescription>
    <manufacturerEcommerceDescription>For the shop, richer</manufacturerEcommerceDescription>
    <upcs><upc type="GTIN">036000291452</upc></upcs>
    <categories><category type="GPC" id="10000263">Dessert mixes</category></categories>
    <created id="7">2023-05-01T08:00:00Z</created><lastUpdated id="7">2024-02-29T23:59:59.999Z</lastUpdated>
    <media><medium type="original" view="A1C1" mimeType="image/jpeg" imageSource="studio" added="2023-05-01T08:00:00Z">
      <description>Front</description><url>https://media.example/100.jpg</url></medium></media>
    <packageData type="Product" approximation="false"><packageType id="BX">Box</packageType></packageData>
    <products><product sequence="1" id="100-1" type="grocery"><description>Mix for six portions</description>
      <brand id="b1">Golden Field</brand><manufacturer id="m1">Northwind Mills</manufacturer>
      <warnings><warning>Contains milk</warning></warnings>
      <grocery><ingredients>Sugar, starch</ingredients><kosherCodes/>
        <nutritions><nutrition sequence="1"><numberOfServings>6</numberOfServings><energy>120</energy>
          <totalFat uom="GRM" dailyPct="" calories="">1</totalFat></nutrition></nutritions></grocery></product></products>
    <packageDistributor><name>Harbour Logistics</name><address/><email/><phone/><url/></packageDistributor>
    <packageImporter><name/></packageImporter><attributes/></item>`,
  `<item id="101" status="P"><name>Smoked trout</name><upcs><upc type="GTIN">96385074</upc></upcs>
    <lastUpdated>2024-03-01T01:00:00+01:00</lastUpdated>
    <products><product><brand id="b2">Fjord &lt;fresh&gt;</brand><manufacturer id="m2">Ålesund Fisk &amp; Co</manufacturer></product></products></item>`,
  `<item id="102" status="X"><name>Green tea, smoked</name><upcs><upc type="GTIN">042100005264</upc></upcs>
    <lastUpdated>2024-03-02T12:00:00Z</lastUpdated>
    <products><product><brand id="b1">Golden Field</brand><manufacturer id="m2">Ålesund Fisk &amp; Co</manufacturer></product></products></item>`,
]

const picture = Buffer.from('0123456789')

/** Stands where the media room stands in the program: one picture, offered whenever an image parameter asks. */
const onePicture: MediaSource = {
  entries: async (items) =>
    items.map(({ media }) =>
      media.map(({ url: _source, ...medium }) => ({ ...medium, path: 'pictures/one.jpg' })),
    ),
  open: async (path) =>
    path === 'pictures/one.jpg' ? { bytes: picture, mimeType: 'image/jpeg', etag: 'one' } : undefined,
}

const user = { username: 'desk', password: 'p@ss wörd' }
const otherUser = { username: 'other', password: 'secret' }

/** Header values as clients send them: UTF-8 bytes, which Node takes as Latin-1. */
const asHeaders = ({ username, password }: typeof user) => ({
  username,
  password: Buffer.from(password, 'utf8').toString('latin1'),
})

export async function openContractSandbox() {
  const workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  const conditions = fairWeather()
  const clock = { ...systemClock }
  let rate: number | undefined
  const ingestion = createIngestion({ storage, clock, itemsPerSecond: () => rate })
  const catalog = storage.writer(catalogWriter)
  for (const kind of ['manufacturer', 'brand', 'distributor', 'retailer'] as const)
    await catalog.putLookups(kind, [...sampleLookups[kind]])
  await catalog.putItems(records.map((record) => Buffer.from(record)))
  await catalog.setVerified(['102'])
  const server = createApiServer({
    storage,
    feedIntake: ingestion,
    users: () => [user, otherUser],
    mediaKey: Buffer.alloc(32, 7),
    media: onePicture,
    conditions,
    clock,
  })
  const { address, port } = await server.listen({ port: 0 })
  return {
    address,
    directory: workspace.directory,
    user,
    port,
    clock,
    conditions,
    storage,
    ingestion,
    call: apiCaller(address, asHeaders(user)),
    callAsOther: apiCaller(address, asHeaders(otherUser)),
    /** Items a second; 0 holds the queue, undefined lets it run. */
    setRate(itemsPerSecond: number | undefined) {
      rate = itemsPerSecond
      ingestion.wake()
    },
    items: (...items: IngestItem[]) => itemFeed(...items),
    contentPlus: (...items: ContentPlusFeedItem[]) => contentPlusFeed(...items),
    itemsByCode: async (code: string) => (await storage.reader(catalogReader).itemsByCode([code]))[0] ?? [],
    async close() {
      await server.close()
      await ingestion.close()
      await workspace.close()
    },
  }
}
export type ContractSandbox = Awaited<ReturnType<typeof openContractSandbox>>
