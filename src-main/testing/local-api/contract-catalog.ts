/** The small catalog for the contract tests: records as a service wrote them, and their pictures. */
import sharp from 'sharp'

const medium = (type: string, view: string, file: string, mimeType: string) =>
  `<medium type="${type}" view="${view}" mimeType="${mimeType}" imageSource="studio" added="2023-05-01T08:00:00Z"><description>${view}</description><url>https://media.example/${file}</url></medium>`

/**
 * Item 100 has everything a record can contain; 101 and 102 have little, and the only picture of 102 is a
 * scale image.
 */
export const contractRecords = [
  `<item id="100" status="P"><name>Crème brûlée mix</name><marketingDescription>Just add milk</marketingDescription>
    <ecommerceDescription>For the shop</ecommerceDescription>
    <manufacturerEcommerceDescription>For the shop, richer</manufacturerEcommerceDescription>
    <upcs><upc type="GTIN">036000291452</upc></upcs>
    <categories><category type="GPC" id="10000263">Dessert mixes</category></categories>
    <created id="7">2023-05-01T08:00:00Z</created><lastUpdated id="7">2024-02-29T23:59:59.999Z</lastUpdated>
    <media>${medium('original', 'A1C1', 'front.jpg', 'image/jpeg')}${medium('edited', 'A1C1', 'front.png', 'image/png')}${medium('original', 'A2C1', 'left.jpg', 'image/jpeg')}${medium('original', 'A8C1', 'right.jpg', 'image/jpeg')}</media>
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
    <media>${medium('original', 'B1C1', 'scale.png', 'image/png')}</media>
    <products><product><brand id="b1">Golden Field</brand><manufacturer id="m2">Ålesund Fisk &amp; Co</manufacturer></product></products></item>`,
]

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } }).withMetadata({ density: 300 })

/** 640 x 480 pixels at 300 pixels per inch, except the edited front: 320 x 400, mostly transparent. */
export async function contractPictures(): Promise<{ url: string; bytes: Uint8Array }[]> {
  // Noise cannot be compressed.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const inside = await sharp({ create: { width: 160, height: 200, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer()
  const edited = sharp({
    create: { width: 320, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: inside }])
    .withMetadata({ density: 300 })
  const pictures: [string, Uint8Array][] = [
    ['front.jpg', await plain(640, 480, '#c03030').jpeg().toBuffer()],
    ['front.png', await edited.png().toBuffer()],
    ['left.jpg', await plain(640, 480, '#30c030').jpeg().toBuffer()],
    ['scale.png', await plain(640, 480, '#f0f0f0').png().toBuffer()],
    ['right.jpg', await plain(640, 480, '#3030c0').jpeg().toBuffer()],
  ]
  return pictures.map(([file, bytes]) => ({ url: `https://media.example/${file}`, bytes }))
}
