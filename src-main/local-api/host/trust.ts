import { X509Certificate } from 'node:crypto'
import type { LocalApiCertificate } from '../../../src-shared/local-api/model.ts'

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
