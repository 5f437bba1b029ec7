/** Feeds as files: checking a feed of many items, and writing it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { create } from 'xmlbuilder2'
import { openFileCheck } from '../../../src-main/feeds/drafts/index.ts'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { generatedFeed, generatedFeedItems } from '../data/generated-feed.ts'
import { atLeast, type Figure, figureOf } from '../figure.ts'
import { inTurn, timed } from '../in-turn.ts'
import { findProgram } from '../peers/programs.ts'

/** Runs in the same threads that the program checks files in. @param items number of items in the feed */
export async function feedCheckBench(items: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'feed-bench-'))
  const xml = generatedFeed(items)
  const file = join(folder, 'feed.xml')
  writeFileSync(file, xml)
  const rate = (milliseconds: number) => (items * 1000) / milliseconds
  const xmllint = findProgram('xmllint', ['libxml2-utils'])
  const schema = join(projectDirectory, 'resources/schemas/feed-item.xsd')
  const judge = openFileCheck(await threadBundle(), systemClock)
  try {
    const turns = await inTurn(
      5,
      async () =>
        rate(
          await timed(async () => {
            const { valid, problems } = await judge.judge(xml, 'create')
            if (!valid) throw new Error(`The feed is not valid: ${JSON.stringify(problems[0])}`)
          }),
        ),
      xmllint &&
        (async () =>
          rate(
            await timed(() =>
              execFileSync(xmllint.path, ['--noout', '--stream', '--schema', schema, file], {
                env: xmllint.environment,
                stdio: 'ignore',
              }),
            ),
          )),
    )
    return [
      figureOf({
        ...{ figure: 'checking a feed', unit: 'items/s', ...turns, peer: 'xmllint --stream --schema' },
        ...{ goal: atLeast('ratio', 1), ...(xmllint ? {} : { note: 'xmllint is not here' }) },
      }),
    ]
  } finally {
    await judge.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param items number of items in the feed */
export async function feedWriteBench(items: number): Promise<Figure[]> {
  const value = { item: generatedFeedItems(items) }
  const rate = (milliseconds: number) => (items * 1000) / milliseconds
  const tree = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false })
  const objects = JSON.parse(
    JSON.stringify(tree.parse(writeDocument(documents.ingestItems, value)).items).replaceAll(
      '"#text"',
      '"#"',
    ),
  )
  const turns = await inTurn(
    3,
    async () => rate(await timed(() => Buffer.from(writeDocument(documents.ingestItems, value)))),
    async () => rate(await timed(() => Buffer.from(create({ encoding: 'UTF-8' }, { items: objects }).end()))),
  )
  return [
    figureOf({
      ...{ figure: 'writing a feed', unit: 'items/s', ...turns, peer: 'xmlbuilder2' },
      goal: atLeast('ratio', 10),
    }),
  ]
}
