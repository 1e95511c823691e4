/**
 * What payment pages and banks call the state of a payment that arrived, in the languages of the likeliest; whole words,
 * small, without accents.
 */
const arrived = new Set([
  ...[
    'paid',
    'succeeded',
    'success',
    'successful',
    'complete',
    'completed',
    'settled',
    'captured',
    'cleared',
  ],
  ...['received', 'booked', 'posted', 'paid out', 'ok', 'bezahlt', 'erfolgreich', 'abgeschlossen', 'gebucht'],
  ...['eingegangen', 'paye', 'reussi', 'termine', 'pagado', 'completado', 'pagato', 'completato', 'pago'],
  ...['concluido', 'betaald', 'voldaan', 'geslaagd', 'oplacone', 'zaplacono', 'zakonczona'],
])
/** The same of one that did not arrive, not yet, or was given back. */
const absent = new Set([
  ...[
    'refunded',
    'refund',
    'partially refunded',
    'partial refund',
    'failed',
    'pending',
    'canceled',
    'cancelled',
  ],
  ...[
    'declined',
    'rejected',
    'expired',
    'disputed',
    'reversed',
    'chargeback',
    'denied',
    'voided',
    'void',
    'unpaid',
  ],
  ...[
    'open',
    'processing',
    'on hold',
    'held',
    'returned',
    'uncaptured',
    'incomplete',
    'blocked',
    'authorized',
  ],
  ...['requires payment method', 'requires action', 'requires capture', 'requires confirmation'],
  ...[
    'storniert',
    'fehlgeschlagen',
    'ausstehend',
    'offen',
    'abgelehnt',
    'erstattet',
    'zuruckgebucht',
    'unbezahlt',
  ],
  ...[
    'echoue',
    'rembourse',
    'en attente',
    'annule',
    'refuse',
    'fallido',
    'pendiente',
    'reembolsado',
    'cancelado',
  ],
  ...[
    'rimborsato',
    'in attesa',
    'annullato',
    'fallito',
    'pendente',
    'mislukt',
    'terugbetaald',
    'geannuleerd',
  ],
  ...['openstaand', 'zwrocono', 'oczekujaca', 'anulowana', 'odrzucona'],
])

function plain(cell: string): string {
  return cell
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

/** Whether a cell names the state of a payment. */
export function isPaymentState(cell: string): boolean {
  const word = plain(cell)
  return arrived.has(word) || absent.has(word)
}

/** Whether a cell of a column of states says that the payment arrived; one in no known word does not. */
export function saysArrived(cell: string): boolean {
  return arrived.has(plain(cell))
}
