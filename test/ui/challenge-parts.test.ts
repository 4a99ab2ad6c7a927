import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { ChallengeFrame } from '../../src/ui/challenge/challenge-frame.ts';
import { decodeFragment, planChallenge } from '../../src/ui/challenge/challenge-plan.ts';
import { until } from './challenge-shop.ts';

const refusal = (run: () => unknown): CheckoutError => {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof CheckoutError) return thrown;
  }
  throw new Error('Nothing was refused.');
};

describe('a fragment’s entities', () => {
  it('are decoded, the four of them', () => {
    expect(decodeFragment('&lt;a b=&quot;1&quot;&gt;&amp;')).to.equal('<a b="1">&');
  });

  it('are decoded once', () => {
    expect(decodeFragment('&amp;lt;b&amp;gt; &amp;amp;amp; &amp;quot;')).to.equal('&lt;b&gt; &amp;amp; &quot;');
  });

  it('are left alone when they are others, or none', () => {
    expect(decodeFragment('&nbsp;&#60;&LT;&lt &apos;')).to.equal('&nbsp;&#60;&LT;&lt &apos;');
    expect(decodeFragment('<form></form>')).to.equal('<form></form>');
  });
});

describe('a fragment’s size', () => {
  for (const [what, text] of [
    ['nothing', ''],
    ['blanks', ' \n&amp;'.slice(0, 2)],
  ] as const) {
    it(`is refused: ${what}`, () => {
      const error = refusal(() => decodeFragment(text));
      expect([error.code, error.message]).to.deep.equal([
        'challenge_invalid',
        "The service's 3D Secure fragment cannot be shown: it is empty.",
      ]);
    });
  }

  for (const [what, text] of [
    ['characters', 'a'.repeat(65_537)],
    ['characters, before they are decoded', '&quot;'.repeat(65_537)],
    ['opening tags', '<b>'.repeat(501)],
    ['closing tags', '</p>'.repeat(501)],
  ] as const) {
    it(`is refused: too many ${what}`, () => {
      expect(refusal(() => decodeFragment(text)).message).to.contain('too large');
    });
  }

  it('may be all that is allowed', () => {
    expect(decodeFragment('&quot;'.repeat(65_536))).to.have.length(65_536);
    expect(decodeFragment('<b></b>'.repeat(500))).to.have.length(3500);
  });
});

describe('the plan of a fragment', () => {
  const refusedOrigins = ['https://shop.example', 'https://card.example', 'http://127.0.0.1:5173'];
  const plan = (fragment: string, isTest = false) => planChallenge(fragment, { isTest, refusedOrigins });
  const nodes = (fragment: string, isTest = false) => {
    const made = plan(fragment, isTest);
    if (made.kind === 'script') throw new Error('The plan is a script.');
    return made;
  };
  const code = (fragment: string, isTest = false) => refusal(() => plan(fragment, isTest)).code;

  it('holds the form with its fields, and the frame that it names', () => {
    const made = plan(
      '<iframe name="f"></iframe><form method="POST" target="f" action="https://bank.example/a?b=1&amp;c=2"><input type="hidden" name="creq" value="1"></form>',
    );
    expect(made).to.deep.equal({
      kind: 'nodes',
      frames: [undefined],
      forms: [
        {
          action: 'https://bank.example/a?b=1&c=2',
          method: 'post',
          encoding: 'application/x-www-form-urlencoded',
          frame: 0,
          fields: [['creq', '1']],
          questions: [],
        },
      ],
    });
  });

  it('keeps method and encoding, as far as they are known', () => {
    const of = (attributes: string) => {
      const { forms } = nodes(`<form action="https://bank.example" ${attributes}></form>`);
      return [forms[0]?.method, forms[0]?.encoding];
    };
    expect(of('method=post enctype=multipart/form-data')).to.deep.equal(['post', 'multipart/form-data']);
    expect(of('METHOD=POST ENCTYPE=TEXT/PLAIN')).to.deep.equal(['post', 'text/plain']);
    expect(of('method=dialog enctype=application/json')).to.deep.equal(['get', 'application/x-www-form-urlencoded']);
  });

  it('holds two forms and four frames at most', () => {
    const { frames, forms } = nodes(
      '<iframe src="https://bank.example"></iframe>'.repeat(9) +
        '<form action="https://bank.example"></form>'.repeat(9),
    );
    expect([frames.length, forms.length]).to.deep.equal([4, 0]);
    const alone = nodes('<form action="https://bank.example"></form>'.repeat(9));
    expect([alone.frames.length, alone.forms.length]).to.deep.equal([2, 2]);
    expect(alone.forms.map(({ frame }) => frame)).to.deep.equal([0, 1]);
  });

  it('sends no form to a frame that another one fills', () => {
    const { forms } = nodes(
      '<iframe name="f"></iframe>' + '<form action="https://bank.example" target="f"></form>'.repeat(2),
    );
    expect(forms).to.have.length(1);
  });

  for (const target of ['_top', '_parent', '_blank', '_self', '', 'elsewhere']) {
    it(`gives a form to ${target || 'nowhere'} a frame inside`, () => {
      const made = nodes(`<form action="https://bank.example" target="${target}"></form>`);
      expect(made.frames).to.deep.equal([undefined]);
      expect(made.forms[0]?.frame).to.equal(0);
    });
  }

  it('uses an empty frame before it makes one, and leaves out what would stay empty', () => {
    const made = nodes(
      '<iframe src="https://bank.example/m"></iframe><iframe name="a"></iframe><iframe name="b"></iframe><form action="https://bank.example" target="_top"></form>',
    );
    expect(made.frames).to.deep.equal(['https://bank.example/m', undefined]);
    expect(made.forms[0]?.frame).to.equal(1);
  });

  it('asks for what is to be typed, and takes no value for it', () => {
    const { forms } = nodes(
      '<form action="https://bank.example"><input name="code" value="x"><input type="password" name="pin"><input type="submit" name="go"><input type="checkbox" name="box"></form>',
    );
    expect(forms[0]?.questions).to.deep.equal(['code', 'pin']);
    expect(forms[0]?.fields).to.deep.equal([]);
  });

  it('lets only a test key open this machine', () => {
    const local = '<form action="http://127.0.0.1:8080/a"></form>';
    expect(code(local)).to.equal('challenge_invalid');
    expect(nodes(local, true).forms[0]?.action).to.equal('http://127.0.0.1:8080/a');
    expect(code('<form action="http://bank.example"></form>', true)).to.equal('challenge_invalid');
    expect(code('<iframe src="http://bank.example"></iframe>', true)).to.equal('challenge_invalid');
  });

  describe('with an address of a refused origin', () => {
    const form = (address: string) =>
      `<form method="post" enctype="text/plain" action="${address}"><input type="hidden" name="email" value="a@evil.example"></form>`;
    const frame = (address: string) => `<iframe src="${address}"></iframe>`;

    for (const address of [
      'https://shop.example/account/email',
      'https://shop.example',
      'https://shop.example:443/account?a=1#b',
      'HTTPS://SHOP.Example/account',
      'https://shop%2eexample/account',
      'https://card.example/pay-card.html',
      'http://127.0.0.1:5173/account',
      'http://127.1:5173/account',
      'http://0x7f000001:5173/account',
    ])
      for (const [kind, html] of [
        ['form', form(address)],
        ['frame', frame(address)],
      ] as const)
        it(`is refused, and says why: ${kind}, ${address}`, () => {
          const error = refusal(() => plan(html, true));
          expect(error.code).to.equal('challenge_invalid');
          expect(error.message).to.contain('leads back to the page');
        });

    it('is refused as a whole, whatever else it holds', () => {
      const bank = 'https://bank.example/a';
      const shop = 'https://shop.example/account';
      for (const html of [
        form(bank) + frame(shop),
        frame(bank) + form(shop),
        form(bank) + form(shop),
        `${form(shop)}<script>document.forms[0].submit()</script>`,
      ])
        expect(refusal(() => plan(html)).message).to.contain('leads back to the page');
    });

    for (const address of [
      '/account/email',
      'account',
      '?a=1',
      '',
      '//shop.example/account',
      'https:shop.example',
      'https:/account',
      'https://user@shop.example/account',
      'https://bank.example@shop.example/account',
      String.raw`https:\\shop.example/account`,
      'https://shop.example\t/account',
      'http://shop.example/account',
      'blob:https://shop.example/1',
    ])
      it(`opens nothing that only a browser would repair: ${JSON.stringify(address)}`, () => {
        expect(code(form(address), true)).to.equal('challenge_invalid');
        expect(code(frame(address), true)).to.equal('challenge_invalid');
        const beside = nodes(form('https://bank.example/a') + form(address) + frame(address), true);
        expect(beside.forms.map(({ action }) => action)).to.deep.equal(['https://bank.example/a']);
        expect(beside.frames).to.deep.equal([undefined]);
      });

    it('leaves other origins alone, those of the same host included', () => {
      for (const address of ['https://acs.shop.example/', 'https://shop.example:8443/', 'http://localhost:5173/'])
        expect(nodes(form(address), true).forms[0]?.action).to.equal(address);
    });
  });

  it('is the script alone when there is nothing else', () => {
    expect(plan('<div></div><script>1</script>')).to.deep.equal({
      kind: 'script',
      html: '<div></div><script>1</script>',
    });
    expect(plan('<form action="https://bank.example"></form><script>1</script>').kind).to.equal('nodes');
    expect(code('<p>no</p>')).to.equal('challenge_invalid');
  });
});

describe('the frame of a challenge', () => {
  it('says so when the page is in a sandbox that keeps it out of its own frames', async () => {
    const problems: CheckoutError[] = [];
    const frame = new ChallengeFrame({
      plan: { kind: 'nodes', frames: ['https://bank.example'], forms: [] },
      isTest: true,
      words: { title: '', send: '', locale: 'es' },
      onLoad: () => undefined,
      onHasten: () => undefined,
      onProblem: (error) => problems.push(error),
    });
    // What a sandboxed page hands on to its frames.
    frame.element.setAttribute('sandbox', 'allow-scripts');
    document.body.append(frame.element);
    await until(() => problems.length > 0, 'the problem');
    expect(problems[0]?.code).to.equal('challenge_blocked');
    expect(problems[0]?.message).to.contain('allow-same-origin');
    frame.element.remove();
  });

  it('is what the bank’s page needs and no more', () => {
    const { element } = new ChallengeFrame({
      plan: { kind: 'nodes', frames: [], forms: [] },
      isTest: false,
      words: { title: 'Banco', send: '', locale: 'es' },
      onLoad: () => undefined,
      onHasten: () => undefined,
      onProblem: () => undefined,
    });
    const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
    expect(attributes['sandbox']?.split(' ').toSorted()).to.deep.equal([
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ]);
    expect(attributes['allow']).to.equal('payment *; publickey-credentials-get *');
    expect(attributes['title']).to.equal('Banco');
    expect(attributes).not.to.have.property('src');
    expect(attributes['srcdoc']).to.contain(
      "default-src 'none'; frame-src https:; form-action https:; base-uri 'none'",
    );
  });
});
