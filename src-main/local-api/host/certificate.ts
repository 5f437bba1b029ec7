import { X509Certificate } from 'node:crypto'
import type { LocalApiCertificate } from '../../../src-shared/local-api/model.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** A private key and its certificate, in PEM. */
export interface KeyAndCertificate {
  key: string
  cert: string
}

const secretName = 'local-api-certificate'

/**
 * Validity in days: the maximum that macOS and iOS accept for a manually trusted certificate (Apple
 * HT210176).
 */
const lifetime = 825
const day = 86_400_000

/**
 * The certificate of the local API under https: created on this computer when first needed and kept until it
 * is renewed, so that clients need to trust it only once. Key and certificate are stored as one secret.
 */
export function localApiCertificate(
  secrets: Secrets,
  now: () => number,
): {
  read(): Promise<KeyAndCertificate>
  /** Clients must trust the new certificate; the old one is no longer used. */
  renew(): Promise<KeyAndCertificate>
} {
  const renew = async (): Promise<KeyAndCertificate> => {
    // Loaded on demand, because it is rarely needed and a tenth of all code that a command loads.
    const { generate } = await import('selfsigned')
    const made = await generate([{ name: 'commonName', value: 'Catalog Desk on this computer' }], {
      keyType: 'ec',
      curve: 'P-256',
      algorithm: 'sha256',
      // Starts in the past for clients whose clocks are slow.
      notBeforeDate: new Date(now() - day),
      notAfterDate: new Date(now() + (lifetime - 1) * day),
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: 'localhost' },
            { type: 7, ip: '127.0.0.1' },
            { type: 7, ip: '::1' },
          ],
        },
      ],
    })
    const pair = { key: made.private, cert: made.cert }
    await secrets.set(secretName, JSON.stringify(pair))
    return pair
  }
  return {
    renew,
    async read() {
      const stored = await secrets.get(secretName)
      if (stored === undefined) return renew()
      const pair = JSON.parse(stored) as KeyAndCertificate
      // Clients refuse an expired certificate, so it is replaced.
      return new X509Certificate(pair.cert).validToDate.getTime() > now() ? pair : renew()
    },
  }
}

/** Steps that make systems and programs trust the certificate, saved as `file`. */
const trust: LocalApiCertificate['trust'] = [
  { system: 'curl', steps: 'curl --cacert file https://127.0.0.1:…' },
  {
    system: 'Python',
    steps: "requests: verify='file'; urllib: ssl.create_default_context(cafile='file')",
  },
  { system: 'PHP', steps: "stream context: ['ssl' => ['cafile' => 'file']]; curl: CURLOPT_CAINFO" },
  { system: 'Node.js', steps: 'NODE_EXTRA_CA_CERTS=file node …' },
  {
    system: 'Java',
    steps:
      'keytool -importcert -alias catalog-desk -file file -keystore truststore.p12, then -Djavax.net.ssl.trustStore=truststore.p12',
  },
  {
    system: 'Linux (Debian, Ubuntu)',
    steps: 'sudo cp file /usr/local/share/ca-certificates/catalog-desk.crt && sudo update-ca-certificates',
  },
  {
    system: 'macOS',
    steps: 'security add-trusted-cert -p ssl -k ~/Library/Keychains/login.keychain-db file',
  },
  { system: 'Windows', steps: 'certutil -user -addstore Root file' },
]

/** The certificate for display, without the key. */
export function describeCertificate(pem: string): LocalApiCertificate {
  const certificate = new X509Certificate(pem)
  return {
    pem,
    fingerprint: certificate.fingerprint256,
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
    names: (certificate.subjectAltName ?? '')
      .split(', ')
      .map((name) => name.replace(/^[^:]*:/, '').replace('0:0:0:0:0:0:0:1', '::1')),
    trust,
  }
}
