export { gatewayReader } from './gateway-reader.ts'
export { outboxReader } from './outbox-reader.ts'
export { outboxWriter } from './outbox-writer.ts'
export { evidenceReader } from './sent-content.ts'
