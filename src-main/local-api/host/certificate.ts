import { X509Certificate } from 'node:crypto'
import type { LocalApiCertificate } from '../../../src-shared/local-api/model.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** A private key and the certificate that goes with it, in PEM. */
export interface KeyAndCertificate {
  key: string
  cert: string
}

const secretName = 'local-api-certificate'

/** Days it is valid: the most that macOS and iOS accept of a certificate a person trusts by hand (Apple HT210176). */
const lifetime = 825
const day = 86_400_000

/**
 * The certificate the local API is served with under https: made on this computer at first need, the same until it is
 * renewed, so that clients trust it once. Key and certificate are kept among the secrets, as one.
 */
export function localApiCertificate(
  secrets: Secrets,
  now: () => number,
): {
  read(): Promise<KeyAndCertificate>
  /** What was trusted before is worth nothing any more. */
  renew(): Promise<KeyAndCertificate>
} {
  const renew = async (): Promise<KeyAndCertificate> => {
    // Seldom needed, and a tenth of what every command loads.
    const { generate } = await import('selfsigned')
    const made = await generate([{ name: 'commonName', value: 'Catalog Desk on this computer' }], {
      keyType: 'ec',
      curve: 'P-256',
      algorithm: 'sha256',
      // A little in the past, for clients whose clock is behind.
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
      // One that has ended is refused by every client: nothing is lost by a new one.
      return new X509Certificate(pair.cert).validToDate.getTime() > now() ? pair : renew()
    },
  }
}

/** How to make systems and programs trust the certificate, once it was saved as `file`. */
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

/** What a person is shown of the certificate; the key stays here. */
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
