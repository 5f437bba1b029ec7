import { existsSync, readFileSync } from 'node:fs'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { type DocumentName, documents } from '../../src-shared/vocabulary/documents.ts'

/** Which committed schema judges a document: there is one for each namespace. */
const schemaOf = (name: DocumentName): string => {
  const { namespace } = documents[name]
  const file = namespace.startsWith('/') ? namespace.slice(1).replaceAll('/', '-') : 'problem'
  return `${file}.xsd`
}

const schemas = new URL('../../resources/schemas/', import.meta.url)
const validators = new Map<string, XsdValidator>()

function validatorOf(name: DocumentName): XsdValidator {
  const file = schemaOf(name)
  let validator = validators.get(file)
  if (!validator) {
    const path = new URL(file, schemas)
    if (!existsSync(path)) throw new Error(`resources/schemas/${file} is missing: run npm run generate`)
    using schema = XmlDocument.fromBuffer(readFileSync(path))
    validator = XsdValidator.fromDoc(schema)
    validators.set(file, validator)
  }
  return validator
}

/** Throws, in libxml2's words, unless the bytes are that document and valid for its committed schema. */
export function judge(name: DocumentName, bytes: Uint8Array): void {
  const validator = validatorOf(name)
  using document = XmlDocument.fromBuffer(bytes)
  if (document.root.name !== documents[name].root) throw new Error(`The root is ${document.root.name}`)
  validator.validate(document)
}
