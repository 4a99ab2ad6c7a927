/** @jsxImportSource react */
import type { PayCheckout, PayResultEvent, Order } from '../../src/index.ts';
import type { PayCheckoutListener } from '../../src/jsx.ts';

declare const handleResult: PayCheckoutListener<'pay-result'>;
declare const createOrder: (request: { method: string }) => Promise<Order>;
declare const ref: { current: PayCheckout | null };

export const full = (
  <pay-checkout
    key="pay"
    ref={ref}
    id="pay"
    className="checkout"
    aria-label="Pago"
    public-key="pub_test_1"
    base-url="https://api.example"
    library-global="$pay"
    amount-in-cents="11900000"
    customer-email={undefined}
    order-url="/order"
    methods="CARD WALLET_A"
    locale="es-CO"
    keep-title=""
    keepTitle
    mode="source"
    amountInCents={11_900_000}
    publicKey="pub_test_1"
    createOrder={createOrder}
    resolveReference={async () => null}
    profile={{ wireTypes: { WALLET_A: 'SOME_WALLET' } }}
    onpay-state-change={({ state }) => state.status}
    onpay-result={handleResult}
    onpay-redirect={(event) => {
      event.preventDefault();
      event.currentTarget.resume(event.transaction.id);
      return event.url.length;
    }}
    onpay-errorCapture={({ error }) => error.code}
    onClick={(event) => event.clientX}
  >
    <h2 slot="header">Pago</h2>
  </pay-checkout>
);

export const wrong = [
  // @ts-expect-error a mode that does not exist
  <pay-checkout key="1" mode="subscription" />,
  // @ts-expect-error an amount is a number
  <pay-checkout key="2" amountInCents="11900000" />,
  // @ts-expect-error an order without a signature
  <pay-checkout key="3" createOrder={async () => ({ reference: 'A', amountInCents: 1, currency: 'COP' })} />,
  // @ts-expect-error an attribute that does not exist
  <pay-checkout key="4" amount="11900000" />,
  // @ts-expect-error a switch is no text
  <pay-checkout key="7" keep-title="yes" />,
  // @ts-expect-error the state is read only
  <pay-checkout key="5" state={{ status: 'loading' }} />,
  // @ts-expect-error another event's listener
  <pay-checkout key="6" onpay-error={(event: PayResultEvent) => event.transaction} />,
];

export const others = <input defaultValue="other elements stay what they are" />;
