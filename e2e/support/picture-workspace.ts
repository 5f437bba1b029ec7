/**
 * A program that makes a workspace with pictures: `node picture-workspace.ts DIRECTORY [with-findings]`. It is a
 * process of its own, because a journey's worker, which loads this code anew for each test, crashed in it.
 */
import { itemXml } from '../../src-main/catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../../src-main/catalog/index.ts'
import { comparisonWriter, readingWriter } from '../../src-main/evidence/stores.ts'
import { createMedia } from '../../src-main/media/index.ts'
import { systemClock } from '../../src-main/platform/clock.ts'
import { createLog } from '../../src-main/platform/log/log.ts'
import { openStorage, openWorkspaceSettings } from '../../src-main/storage/index.ts'
import { codePicture } from '../../src-main/testing/code-pictures.ts'
import { threadEntry } from '../../src-main/testing/temporary-workspace.ts'

const codes = { oats: '4006381333931', rye: '9521234543213', unknown: '0036000291452' }
const items = [
  { id: 'oats', name: 'Oats', codes: [codes.oats], media: ['A1C1'] },
  { id: 'rye', name: 'Rye bread', codes: [codes.rye], media: ['A1C1'] },
  { id: 'muesli', name: 'Muesli', codes: ['5901234123457'], media: ['A1C1'] },
]
const nutrition =
  '<nutrition sequence="1"><servingSizes><servingSize type="G"><measure>100</measure><uom>GRM</uom></servingSize></servingSizes><protein uom="GRM">9</protein></nutrition>'

/**
 * Makes three items and their pictures: one shows its own code, one the code of another item, one an unknown code.
 * @param hasFindings with a stored finding: the label of the oats shows 10 g of protein, and the record has 9 g
 */
async function makePictureWorkspace(directory: string, hasFindings: boolean): Promise<void> {
  const storage = await openStorage({ directory, thread: threadEntry, readers: 1 })
  const media = createMedia({ storage, directory, clock: systemClock, log: createLog('silent') })
  await openWorkspaceSettings(storage).write({ role: 'sandbox' })
  await storage
    .writer(catalogWriter)
    .putItems(items.map((item) => Buffer.from(itemXml(item).replace('<nutrition sequence="1"/>', nutrition))))
  const shown = { oats: codes.oats, rye: codes.oats, muesli: codes.unknown }
  for (const [id, text] of Object.entries(shown)) {
    const bytes = await codePicture({ format: 'EAN13', text, side: id === 'rye' ? 900 : 800 })
    const [picture] = await media.keep([{ url: `https://media.invalid/${id}/A1C1.jpg`, bytes }])
    if (!hasFindings || id !== 'oats' || !picture) continue
    const { sha256 } = picture
    await storage
      .writer(readingWriter)
      .put([{ sha256, kinds: ['codes'], outcome: { readings: { codes: { codes: [] } } } }])
    const path = 'products/product[1]/grocery/nutritions/nutrition[1]/protein'
    const box = { x: 0.3, y: 0.3, width: 0.2, height: 0.05 }
    const value = { path, label: 'Protein', recorded: '9 g / 100 g', printed: '10 g', box }
    const message = 'The label shows 10 g of protein, and the record has 9 g.'
    const findings = [{ kind: 'label-differs' as const, sha256, view: 'A1C1', message, value }]
    await storage
      .writer(comparisonWriter)
      .store({ items: [{ item: 'oats', mark: 0, findings, addresses: [] }], asOf: 0 })
  }
  await media.close()
  await storage.close()
}

const [directory, findings] = process.argv.slice(2)
if (directory === undefined) throw new Error('The directory is missing.')
await makePictureWorkspace(directory, findings === 'with-findings')
