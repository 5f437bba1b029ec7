import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import {
  certificateFile,
  type LocalApiCertificate,
  type LocalApiState,
} from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { PlainSelect } from '../../../ui/inputs/plain-select.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { dateOnly } from '../../../ui/text/words.ts'
import { CommandBlock, Copyable, saveText } from '../copyable.tsx'

/** The certificate for https, with the steps to make a program trust it. Shown only for https. */
export function CertificatePanel({ state }: { state: LocalApiState }) {
  const queries = useQueryClient()
  const [renewing, setRenewing] = useState(false)
  const isHttps = state.scheme === 'https'
  const certificate = useQuery(rpc.localApi.certificate.queryOptions({ enabled: isHttps }))
  const renew = useMutation(
    rpc.localApi.renewCertificate.mutationOptions({
      onSuccess: (renewed) => {
        queries.setQueryData(rpc.localApi.certificate.queryKey(), renewed)
        toast.done(t`New certificate`, t`Programs refuse the connection until they trust it.`)
      },
      onError: (error) => toast.failed(t`The certificate was not renewed`, error),
    }),
  )
  if (!isHttps) return null
  const { data } = certificate
  return (
    <Panel
      title={t`Certificate`}
      description={t`Made on this computer, for this computer only. Its key never leaves it.`}
      actions={
        data && (
          <>
            <Button size="small" variant="ghost" onClick={() => setRenewing(true)}>
              <Trans>Renew…</Trans>
            </Button>
            <Button
              size="small"
              icon={<Download className="size-3.5" aria-hidden />}
              onClick={() => saveText(certificateFile, data.pem, 'application/x-pem-file')}
            >
              <Trans>Download PEM</Trans>
            </Button>
          </>
        )
      }
    >
      {certificate.isError && !data ? (
        <ErrorState
          title={t`The certificate cannot be shown`}
          error={certificate.error}
          onRetry={() => void certificate.refetch()}
        />
      ) : data ? (
        <Certificate certificate={data} />
      ) : (
        <Skeleton className="h-40" />
      )}
      <ConfirmDialog
        open={renewing}
        onOpenChange={setRenewing}
        title={t`Make a new certificate?`}
        description={t`Every program that trusts the present one refuses the connection until it trusts the new one.`}
        confirmLabel={t`Make a new certificate`}
        busy={renew.isPending}
        onConfirm={() => renew.mutate(undefined, { onSettled: () => setRenewing(false) })}
      />
    </Panel>
  )
}

/** The operating system of this computer, by its name in the list of instructions. */
const thisSystem = /Mac/.test(navigator.platform)
  ? 'macOS'
  : /Win/.test(navigator.platform)
    ? t`Windows`
    : t`Linux`

function Certificate({ certificate }: { certificate: LocalApiCertificate }) {
  const { fingerprint, validFrom, validTo, names, trust } = certificate
  const [system, setSystem] = useState(
    () => trust.find((one) => one.system.startsWith(thisSystem))?.system ?? trust[0]?.system ?? '',
  )
  const steps = trust.find((one) => one.system === system)?.steps
  return (
    <div className="flex flex-col gap-4">
      <KeyValue
        className="grid-cols-[6rem_minmax(0,1fr)]!"
        entries={[
          {
            label: t`Fingerprint (SHA-256)`,
            value: <Copyable wraps text={fingerprint} label={t`Copy the fingerprint`} />,
          },
          { label: t`Valid`, value: t`${dateOnly(validFrom)} to ${dateOnly(validTo)}` },
          { label: t`For`, value: <span className="font-mono text-xs">{names.join(', ')}</span> },
        ]}
      />
      <div className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-4">
          <h3 className="text-xs font-semibold text-ink-soft">
            <Trans>Make it trusted</Trans>
          </h3>
          <PlainSelect
            aria-label={t`System or program that should trust it`}
            className="w-56"
            height="small"
            value={system}
            onValueChange={setSystem}
            options={trust.map((one) => ({ value: one.system, label: one.system }))}
          />
        </div>
        {steps && <CommandBlock label={t`How ${system} trusts it`} text={withFile(steps)} />}
        <p className="text-xs text-ink-faint">
          <Trans>
            Run it where you saved {certificateFile}. Without trust, clients must be told to accept this
            fingerprint.
          </Trans>
        </p>
      </div>
    </div>
  )
}

/** The steps with the word `file` replaced by the file name of the saved certificate. */
const withFile = (steps: string): string => steps.replace(/(?<![\w-])file\b/g, certificateFile)
