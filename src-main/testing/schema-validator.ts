import { readFileSync } from 'node:fs'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { type DocumentName, documents } from '../../src-shared/vocabulary/documents.ts'
import { schemaFiles } from '../../src-shared/vocabulary/schemas.ts'

const validators = new Map<string, XsdValidator>()

/** The committed schema of a document's namespace, with which users of the service validate. */
function validatorOf(name: DocumentName): XsdValidator {
  const file = schemaFiles.find(({ namespace }) => namespace === documents[name].namespace)?.file ?? ''
  let validator = validators.get(file)
  if (!validator) {
    using schema = XmlDocument.fromBuffer(
      readFileSync(new URL(`../../resources/schemas/${file}`, import.meta.url)),
    )
    validator = XsdValidator.fromDoc(schema)
    validators.set(file, validator)
  }
  return validator
}

/** Throws libxml2's error unless the bytes are that document and valid for its committed schema. */
export function judge(name: DocumentName, bytes: Uint8Array): void {
  const validator = validatorOf(name)
  using document = XmlDocument.fromBuffer(bytes)
  if (document.root.name !== documents[name].root) throw new Error(`The root is ${document.root.name}`)
  validator.validate(document)
}
