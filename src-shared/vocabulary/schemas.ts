/** The schema files, one per namespace, with the documents they describe. */
import { documents } from './documents.ts'
import type { DocumentDescription } from './kit/description.ts'
import { namespacePaths } from './namespaces.ts'

/** Schema file names by namespace path, without folder. */
const fileNames: Record<keyof typeof namespacePaths, string> = {
  item: 'item.xsd',
  feedItem: 'feed-item.xsd',
  feed: 'feed.xsd',
  feedContentPlus: 'feed-contentplus.xsd',
  feedStatus: 'feed-status.xsd',
  manufacturer: 'manufacturer.xsd',
  brand: 'brand.xsd',
  distributor: 'distributor.xsd',
  retailer: 'retailer.xsd',
  problem: 'problem.xsd',
}

export interface SchemaFile {
  file: string
  namespace: string
  documents: DocumentDescription[]
}

/** All schema files. */
export const schemaFiles: readonly SchemaFile[] = Object.entries(fileNames).map(([name, file]) => {
  const namespace = namespacePaths[name as keyof typeof namespacePaths]
  return { file, namespace, documents: Object.values(documents).filter((one) => one.namespace === namespace) }
})
