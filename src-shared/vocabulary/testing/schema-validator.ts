/** Validates with libxml2, which shares only the derived schema with the kit. For tests only. */
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xsd } from '../kit/xsd.ts'
import type { SchemaFile } from '../schemas.ts'

export interface SchemaJudge {
  /** The errors of libxml2; empty if the document is valid. */
  complaints(xml: string | Uint8Array): string[]
}

const reading = { option: 0 }

/** A validator for one namespace, with a schema text or the schema derived from its documents. */
export function schemaValidator(schema: SchemaFile | string): SchemaJudge {
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
