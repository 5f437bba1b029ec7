export { comparisonReader, comparisonWriter } from './comparison-store.ts'
export { decisionWriter, findingReader } from './finding-store.ts'
export { photographReader } from './photograph-store.ts'
export { readingReader, readingWriter } from './reading-store.ts'
