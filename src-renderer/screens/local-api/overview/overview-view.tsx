import type { LocalApiState } from '../../../../src-shared/local-api/model.ts'
import { CertificatePanel } from './certificate-panel.tsx'
import { FirstCallPanel } from './first-call-panel.tsx'
import { NewestRequests } from './newest-requests.tsx'
import { ServicePanel } from './service-panel.tsx'
import { TodayPanel } from './today-panel.tsx'

/** Is it on, where is it, how does a program get in, and what happens there today. */
export const OverviewView = ({ state }: { state: LocalApiState }) => (
  <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <div className="flex min-w-0 flex-col gap-4">
      <ServicePanel state={state} />
      <FirstCallPanel state={state} />
      <CertificatePanel state={state} />
    </div>
    <div className="flex min-w-0 flex-col gap-4">
      <TodayPanel />
      <NewestRequests />
    </div>
  </div>
)
