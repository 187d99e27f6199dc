interface BounceFacts {
  id?: string
  status?: string
  action?: string
  type?: string
  original?: string
}

/** A bounce mail as Postfix writes one. */
export function writeBounce({
  id = '6f1c4c9e-1111-4222-8333-000000000000',
  status = '5.1.1',
  action = 'failed',
  type = 'multipart/report; report-type=delivery-status;\n boundary="parts/1"',
  original = `Content-Type: text/rfc822-headers\n\nFrom: orders@example.com\nMessage-ID:\n <${id}@example.com>`,
}: BounceFacts = {}): string {
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.com (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--parts/1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry. Message-ID: <00000000-0000-4000-8000-000000000000@elsewhere.example> Status: 4.0.0',
    '',
    '--parts/1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    'Arrival-Date: Mon, 2 Nov 2026 09:00:00 +0100',
    '',
    'Final-Recipient: rfc822; nobody@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <nobody@example.com>: Recipient address rejected',
    '',
    '--parts/1',
    ...original.split('\n'),
    '',
    '--parts/1--',
    '',
  ]
    .join('\n')
    .replaceAll('\n', '\r\n')
}
