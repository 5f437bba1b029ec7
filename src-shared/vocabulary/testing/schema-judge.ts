/** libxml2 as a judge that shares nothing with the kit but the derived schema. For tests only. */
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xsd } from '../kit/xsd.ts'
import type { SchemaFile } from '../schemas.ts'

export interface SchemaJudge {
  /** What libxml2 finds wrong, in its own words; nothing when the document is valid. */
  complaints(xml: string | Uint8Array): string[]
}

const reading = { option: 0 }

/** A judge for one namespace, by its schema text or the one derived from its documents. */
export function schemaJudge(schema: SchemaFile | string): SchemaJudge {
  const text = typeof schema === 'string' ? schema : xsd(schema.documents)
  using schemaDocument = XmlDocument.fromString(text)
  const validator = XsdValidator.fromDoc(schemaDocument)
  return {
    complaints(xml) {
      try {
        using document =
          typeof xml === 'string'
            ? XmlDocument.fromString(xml, reading)
            : XmlDocument.fromBuffer(xml, reading)
        validator.validate(document)
        return []
      } catch (error) {
        if (error instanceof Error && 'details' in error && Array.isArray(error.details)) {
          return error.details.map(({ message, line }) => `${line}: ${String(message).trim()}`)
        }
        throw error
      }
    },
  }
}
