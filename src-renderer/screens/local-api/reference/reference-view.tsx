import { type EndpointName, endpointNames } from '../../../../src-shared/api/endpoints.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { DocumentPage } from './document-page.tsx'
import { EndpointPage } from './endpoint-page.tsx'
import { ReferenceNav } from './reference-nav.tsx'
import { SchemaPage } from './schema-page.tsx'

const firstPage: EndpointName = 'item'

/** The reference: a page for each endpoint, each document and each schema. The address names the page. */
export function ReferenceView({ page = firstPage }: { page: string | undefined }) {
  // The endpoints have pages of their own here, in place of the one that lists them all.
  const wanted = page === 'local-api.md' ? firstPage : page
  const endpoint = endpointNames.find((name) => name === wanted)
  return (
    <div className="grid h-full min-h-0 grid-cols-[15rem_minmax(0,1fr)]">
      <ReferenceNav current={wanted} />
      {wanted.endsWith('.xsd') ? (
        <SchemaPage key={wanted} file={wanted} />
      ) : (
        <ScrollRegion key={wanted} aria-label="Reference" role="group" className="min-h-0">
          <div className="max-w-5xl p-6">
            {endpoint ? <EndpointPage name={endpoint} /> : <DocumentPage file={wanted} />}
          </div>
        </ScrollRegion>
      )}
    </div>
  )
}
