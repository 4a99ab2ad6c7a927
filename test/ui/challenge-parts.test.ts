import { expect } from '@open-wc/testing';
import { isOfPage, isOfShop } from '../../src/browser/shop-origins.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { buildChallenge } from '../../src/ui/challenge/build-challenge.ts';
import { ChallengeFrame } from '../../src/ui/challenge/challenge-frame.ts';
import { decodeFragment, planChallenge, type ChallengePlan } from '../../src/ui/challenge/challenge-plan.ts';
import { until } from './challenge-shop.ts';
import { timesAsLong } from '../times-as-long.ts';

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
    ['opening tags', '<p>'.repeat(101)],
    ['closing tags', '</p>'.repeat(101)],
    ['comments', '<!---->'.repeat(101)],
    ['comments that are none', '<!x>'.repeat(13_000)],
    ['declarations', '<!doctype html>'.repeat(101)],
    ['instructions', '<?x>'.repeat(101)],
    ['angle brackets', '< '.repeat(101)],
    ['tags of every kind together', '<p></p><!x>'.repeat(34)],
    ['formatting elements', '<b>x'.repeat(9)],
    ['ends of formatting elements', '</NOBR>'.repeat(9)],
    ['formatting elements in blocks', `${'<b a1><div>x'.repeat(245)}${'</b>'.repeat(490)}`],
    ['attributes of a tag', `<form ${'a '.repeat(201)}>`],
    ['attributes of an end', `</form ${'a '.repeat(201)}>`],
    ['attributes of all tags', `<form ${'a=1 '.repeat(21)}>`.repeat(10)],
    ['attributes without blanks', `<form ${`a="1"b='2'c/`.repeat(70)}>`],
    ['attributes behind a blank that is none to HTML', `<form a=\u00a0"${' x'.repeat(201)}">`],
    ['attributes behind a quote that is none', `<form a"${' x'.repeat(201)}">`],
    ['attributes of a tag without an end', `<form ${'a '.repeat(201)}`],
    ['references', '&notit'.repeat(2001)],
  ] as const) {
    it(`S6: is refused: too many ${what}`, () => {
      expect(refusal(() => decodeFragment(text)).message).to.contain('too large');
    });
  }

  it('may be all that is allowed', () => {
    const value = '&quot;'.repeat(60_000);
    const fields = '<input type=hidden name="a b c" value=\'&amp; > d e\'/>'.repeat(60);
    const all = `<form action="https://bank.example" method=post>${fields}${'<b>x</b>'.repeat(4)}${'<p>'.repeat(31)}${value}`;
    expect(decodeFragment(all)).to.contain('<form').and.to.contain(' d e');
    expect(decodeFragment('&quot;'.repeat(65_536))).to.have.length(65_536);
    expect(decodeFragment('<p>'.repeat(100))).to.have.length(300);
    expect(decodeFragment(`<p ${'a=1 '.repeat(200)}>`)).to.contain('a=1');
  });
});

describe('the plan of a fragment', () => {
  const shops = [
    'https://shop.example/pay',
    'https://card.example',
    'http://127.0.0.1:5173',
    'https://tienda-ñandú.example',
  ];
  const named = { shop: shops, service: 'https://api.example' };
  const plan = (fragment: string, isTest = false): ChallengePlan =>
    planChallenge(fragment, { isTest, isOfShop: isOfShop(named) });
  const code = (fragment: string, isTest = false) => refusal(() => plan(fragment, isTest)).code;

  it('holds the form with its fields, and the frame that it names', () => {
    const made = plan(
      '<iframe name="f"></iframe><form method="POST" target="f" action="https://bank.example/a?b=1&amp;c=2"><input type="hidden" name="creq" value="1"></form>',
    );
    expect(made).to.deep.equal({
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
      const { forms } = plan(`<form action="https://bank.example" ${attributes}></form>`);
      return [forms[0]?.method, forms[0]?.encoding];
    };
    expect(of('method=post enctype=multipart/form-data')).to.deep.equal(['post', 'multipart/form-data']);
    expect(of('METHOD=POST ENCTYPE=TEXT/PLAIN')).to.deep.equal(['post', 'text/plain']);
    expect(of('method=dialog enctype=application/json')).to.deep.equal(['get', 'application/x-www-form-urlencoded']);
  });

  it('holds two forms and four frames at most', () => {
    const { frames, forms } = plan(
      '<iframe src="https://bank.example"></iframe>'.repeat(9) +
        '<form action="https://bank.example"></form>'.repeat(9),
    );
    expect([frames.length, forms.length]).to.deep.equal([4, 0]);
    const alone = plan('<form action="https://bank.example"></form>'.repeat(9));
    expect([alone.frames.length, alone.forms.length]).to.deep.equal([2, 2]);
    expect(alone.forms.map(({ frame }) => frame)).to.deep.equal([0, 1]);
  });

  it('sends no form to a frame that another one fills', () => {
    const { forms } = plan(
      '<iframe name="f"></iframe>' + '<form action="https://bank.example" target="f"></form>'.repeat(2),
    );
    expect(forms).to.have.length(1);
  });

  for (const target of ['_top', '_parent', '_blank', '_self', '', 'elsewhere']) {
    it(`gives a form to ${target || 'nowhere'} a frame inside`, () => {
      const made = plan(`<form action="https://bank.example" target="${target}"></form>`);
      expect(made.frames).to.deep.equal([undefined]);
      expect(made.forms[0]?.frame).to.equal(0);
    });
  }

  it('uses an empty frame before it makes one, and leaves out what would stay empty', () => {
    const made = plan(
      '<iframe src="https://bank.example/m"></iframe><iframe name="a"></iframe><iframe name="b"></iframe><form action="https://bank.example" target="_top"></form>',
    );
    expect(made.frames).to.deep.equal(['https://bank.example/m', undefined]);
    expect(made.forms[0]?.frame).to.equal(1);
  });

  it('asks for what is to be typed, and takes no value for it', () => {
    const { forms } = plan(
      '<form action="https://bank.example"><input name="code" value="x"><input type="password" name="pin"><input type="submit" name="go"><input type="checkbox" name="box"></form>',
    );
    expect(forms[0]?.questions).to.deep.equal(['code', 'pin']);
    expect(forms[0]?.fields).to.deep.equal([]);
  });

  it('S6: asks ten questions at most, in all its forms', () => {
    const asks = (count: number): string =>
      `<form action="https://bank.example">${'<input name=code><input name=a type=hidden>'.repeat(count)}</form>`;
    expect(plan(asks(5) + asks(5)).forms.map(({ questions }) => questions.length)).to.deep.equal([5, 5]);
    for (const fragment of [asks(11), asks(6) + asks(5)])
      expect(refusal(() => plan(fragment)).message).to.contain('it asks for too much');
  });

  it('S6: has the beginning of a name drawn, and sends all of it', () => {
    const names = [
      ...['\u0e01', '\u1000', '\u1780', '\u0e81', '\u05d0\u0031'].map((letter) => letter.repeat(12_000)),
      `e\u0301${'\u0301'.repeat(30_000)}`,
      'Clave\u202e del\n banco',
    ];
    const shell = document.implementation.createHTMLDocument();
    const words = { title: '', send: '', locale: 'es' };
    const questions = plan(
      `<form action="https://bank.example">${names.map((name) => `<input name="${name}">`).join('')}</form>`,
    ).forms[0]?.questions;
    expect(questions).to.deep.equal(names);
    const form = { action: 'https://bank.example', method: 'post', encoding: 'text/plain', frame: 0 } as const;
    buildChallenge(shell, { frames: [undefined], forms: [{ ...form, fields: [], questions: names }] }, words);
    const drawn = [...shell.querySelectorAll('label')].map(({ textContent }) => textContent);
    expect(drawn.map((name) => name.length <= 60)).to.deep.equal(names.map(() => true));
    expect(drawn.at(-1)).to.equal('Clave del banco');
    expect([...shell.querySelectorAll('input')].map(({ name }) => name)).to.deep.equal(names);
  });

  it('lets only a test key open this machine', () => {
    const local = '<form action="http://127.0.0.1:8080/a"></form>';
    expect(code(local)).to.equal('challenge_invalid');
    expect(plan(local, true).forms[0]?.action).to.equal('http://127.0.0.1:8080/a');
    expect(code('<form action="http://bank.example"></form>', true)).to.equal('challenge_invalid');
    expect(code('<iframe src="http://bank.example"></iframe>', true)).to.equal('challenge_invalid');
  });

  it('S5: lets no field be matched with a pattern that takes for ever', function () {
    this.timeout(5000);
    for (const attribute of ['pattern="(a+)+$"', 'PATTERN = (a+)+$', "x='1'pattern='(a|a)*b'", '/pattern=(a*)*b'])
      for (const value of [`value="${'a'.repeat(60)}!"`, ''])
        expect(
          plan(`<form action="https://bank.example"><input name="code" ${value} ${attribute}></form>`).forms[0]
            ?.questions,
        ).to.deep.equal(['code']);
    const kept = plan(
      '<form action="https://bank.example/?pattern=1&amp;a=pattern"><input type=hidden name=pattern value="a&amp;pattern=b"></form>',
    );
    expect(kept.forms[0]).to.deep.include({
      action: 'https://bank.example/?pattern=1&a=pattern',
      fields: [['pattern', 'a&pattern=b']],
    });
  });

  it('S6: lets no engine read a style sheet, make the trees of players, or take blanks one by one', async function () {
    this.timeout(5000);
    const planning = (html: string) => () => {
      for (let run = 0; run < 3; run++) plan(`${html}<form action="https://bank.example"></form>`);
    };
    for (const html of [
      `<style>@supports ${'(not '.repeat(3000)}</style>`,
      `<svg><STYLE >@supports ${'(not '.repeat(3000)}</STYLE></svg>`,
      '<video controls>'.repeat(98),
      '<audio>'.repeat(98),
      '<details><summary>'.repeat(49),
      `<form action="${'\u180e'.repeat(60_000)}"></form>`,
    ]) {
      const harmless = planning(`<input type=hidden name=a value="${'a'.repeat(html.length)}">`);
      expect(await timesAsLong(planning(html), harmless, 20), html.slice(0, 30)).to.be.below(20);
    }
  });

  for (const [what, before] of [
    ['a comparison right before its end', '<script>for(var i=0;i<document.forms.length;i++)go()</script>'],
    ['a comparison', '<script>for (var i=0; i<n; i++) { go() }</script>'],
    ['what looks like a tag in a title', '<title>3DS <x</title>'],
    ['a comparison in a style sheet', '<style>a<b</style>'],
  ] as const)
    it(`S6: takes a form behind ${what} as it is`, () => {
      const { forms } = plan(`${before}<form action="https://bank.example"><input type=hidden name=a value=1></form>`);
      expect(forms.map(({ action, fields }) => [action, fields])).to.deep.equal([
        ['https://bank.example/', [['a', '1']]],
      ]);
    });

  it('S6: takes no form of a script’s text, and gives tags in values back as they were', () => {
    const value = '<style>a</style><video src=x></video>';
    const { forms } = plan(
      `<script>'<form action="https://evil.example"></form>'</script><form action="https://bank.example"><input type=hidden name=a value="${value}"></form>`,
    );
    expect(forms.map(({ action, fields }) => [action, fields])).to.deep.equal([
      ['https://bank.example/', [['a', value]]],
    ]);
  });

  it('S6: lets no field’s value be read by its type', async function () {
    this.timeout(5000);
    const planning = (type: string, value: string) => () => {
      for (let run = 0; run < 3; run++)
        plan(`<form action="https://bank.example"><input value="${value}" type=${type} name=a></form>`);
    };
    const harmless = planning('hidden', 'a'.repeat(60_000));
    for (const type of ['number', '"NUMBER"', 'numbe&#114;', 'email'])
      for (const part of ['1', 'a@']) {
        const hostile = planning(type, part.repeat(60_000 / part.length));
        expect(await timesAsLong(hostile, harmless, 20), `${type} ${part}`).to.be.below(20);
      }
  });

  it('keeps the types of fields, whatever is around them', () => {
    const inTable =
      '<table><form method=post action="https://bank.example"><tr><td><input type="hidden" name=a value=1><input name=b type=HIDDEN value=2><input type=tel name=c><input name=d type=submit>';
    expect(plan(inTable).forms[0]).to.deep.include({
      fields: [
        ['a', '1'],
        ['b', '2'],
      ],
      questions: ['c'],
    });
  });

  it('keeps values that look like tags', () => {
    const value = 'a<b c <xml at="1" pattern=2 type=3>';
    const escaped = value.replaceAll('"', '&#34;');
    const hidden = `<form method=post action="https://bank.example"><input type=hidden name=a value="${escaped}"></form>`;
    expect(plan(hidden).forms[0]?.fields).to.deep.equal([['a', value]]);
  });

  it('S6: keeps values and names that would end a comment, a script or a title', () => {
    for (const value of ['a-->b', '--!>', 'a]>', '</title>', '</textarea', '</SCRIPT>', '<!--', '<?a?>', ']]>']) {
      const field = `<input type=hidden name="n${value}" value="${value}">`;
      const { forms } = plan(`<form method=post action="https://bank.example">${field}</form>`);
      expect(forms[0]?.fields, value).to.deep.equal([[`n${value}`, value]]);
    }
  });

  it('S6: keeps what stands behind a value that looks like a tag', () => {
    for (const value of ['x <y z', '<AuthReq id=1 />', '</style a=1 ', '<input type=text name=b '])
      for (const rest of ['name="a" type="hidden"', 'type=hidden name=a', "type='HIDDEN'name='a'"]) {
        const { forms } = plan(
          `<form method=post action="https://bank.example"><input value="${value}" ${rest}></form>`,
        );
        expect(forms[0]?.fields, `${value} ${rest}`).to.deep.equal([['a', value]]);
      }
    const form = '<form id="a <b " method=post enctype="text/plain" target=f action="https://bank.example"></form>';
    expect(plan(`<iframe id="f" src="https://bank.example/a"></iframe>${form}`).forms[0]).to.include({
      method: 'post',
      encoding: 'text/plain',
      frame: 0,
    });
  });

  it('is refused where it holds the mark by which attributes are kept from engines', () => {
    for (const name of ['pay-checkout-not-type', 'PAY-checkout-NOT-Type']) {
      const marked = `<form action="https://bank.example"><input ${name}=hidden name=a></form>`;
      expect(() => decodeFragment(marked), name).to.throw(CheckoutError);
    }
  });

  describe('with an address of the shop’s', () => {
    const form = (address: string) =>
      `<form method="post" enctype="text/plain" action="${address}"><input type="hidden" name="email" value="a@evil.example"></form>`;
    const frame = (address: string) => `<iframe src="${address}"></iframe>`;

    for (const address of [
      'https://shop.example/account/email',
      'https://shop.example',
      'https://shop.example:443/account?a=1#b',
      'https://shop.example:8443/account',
      'HTTPS://SHOP.Example/account',
      'https://shop%2eexample/account',
      'https://card.example/pay-card.html',
      'http://127.0.0.1:5173/account',
      'http://127.1:5173/account',
      'http://0x7f000001:5173/account',
      'https://ｓｈｏｐ。example/account',
      'https://s\u200Bhop.exa\u00ADmple/account',
      'https://ſⓗop%E3%80%82example/account',
      'https://@shop.example/account',
      'https:///shop.example/account',
      'https://:@shop.example:0443/account',
      'https://tienda-ñandú.example/account',
      'https://TIENDA-n\u0303andu\u0301.example/account',
      'https://xn--tienda-and-z9a5i.example/account',
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
      const own = 'https://shop.example/account';
      for (const html of [
        form(bank) + frame(own),
        frame(bank) + form(own),
        form(bank) + form(own),
        `${form(own)}<script>document.forms[0].submit()</script>`,
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
      'https://shop.example./account',
      'https://shop.example.:443/account',
      'about:srcdoc',
      'about:blank',
      'javascript:1',
      'data:text/html,<form action=https://shop.example/account>',
      'filesystem:https://shop.example/temporary/a',
      'https://bank.example@shop.example/account',
      String.raw`https:\\shop.example/account`,
      'https://shop.example\t/account',
      'http://shop.example/account',
      'blob:https://shop.example/1',
      'https://shop.example%23.bank.example/',
      String.raw`https://bank.example\@shop.example/`,
      'wss://shop.example/',
      'view-source:https://shop.example/',
    ])
      it(`opens nothing that only a browser would repair: ${JSON.stringify(address)}`, () => {
        expect(code(form(address), true)).to.equal('challenge_invalid');
        expect(code(frame(address), true)).to.equal('challenge_invalid');
        const beside = plan(form('https://bank.example/a') + form(address) + frame(address), true);
        expect(beside.forms.map(({ action }) => action)).to.deep.equal(['https://bank.example/a']);
        expect(beside.frames).to.deep.equal([undefined]);
      });

    it('leaves other hosts alone, and other ports of this machine', () => {
      for (const address of ['https://acs.shop.example/', 'https://shop.example.com/', 'http://127.0.0.1:5174/'])
        expect(plan(form(address), true).forms[0]?.action).to.equal(address);
    });
  });

  const bankForm = '<form action="https://bank.example"></form>';

  it('S5: is none when there is nothing but a script', () => {
    for (const script of ['<script>for(;;);</script>', '<div></div><SCRIPT src=https://bank.example/a.js></SCRIPT>'])
      expect(refusal(() => plan(script)).message).to.contain('a script alone');
    expect(plan(`${bankForm}<script>for(;;);</script>`).forms).to.have.length(1);
    expect(code('<p>no</p>')).to.equal('challenge_invalid');
  });

  it('S12: is none when the fragment is a set of frames', () => {
    for (const html of [
      '<frameset><frame src="https://bank.example"></frameset>',
      `<frameset></frameset>${bankForm}`,
      `<html><head></head><frameset>${bankForm}`,
    ])
      expect([code(html), refusal(() => plan(html)).message]).to.deep.equal([
        'challenge_invalid',
        "The service's 3D Secure fragment cannot be shown: it is a set of frames.",
      ]);
  });
});

describe('S1: an address of the shop’s', () => {
  const page = {
    origin: 'https://pay.example',
    location: {
      origin: 'https://pay.example',
      ancestorOrigins: ['https://mall.example', 'null', 'https://top.example'],
    },
    document: { referrer: 'https://bank.example/acs' },
    parent: undefined,
  };
  const named = {
    shop: ['https://backend.example/order', undefined, 'https://thanks.example/?a=1'],
    service: 'https://api.example/v1',
  };
  const script = 'https://cdn.example/pay-checkout.js';
  const isShops = (address: string, changes = {}, from = script) =>
    isOfShop(named, { ...page, ...changes }, from)(new URL(address));

  for (const [whose, address] of [
    ['the page', 'https://pay.example/account'],
    ['another port of the page’s host', 'https://pay.example:8443/account'],
    ['the page around it', 'https://mall.example/'],
    ['the page around that', 'https://top.example/'],
    ['the script', 'https://cdn.example/'],
    ['the orders', 'https://backend.example/'],
    ['the return page', 'https://thanks.example/other'],
  ] as const)
    it(`is one of ${whose}`, () => {
      expect(isShops(address)).to.equal(true);
    });

  it('is known by where an embedded page came from, where nothing else tells what is around it', () => {
    const location = { origin: page.origin };
    expect(isShops('https://mall.example/', { location, document: { referrer: 'https://mall.example/cart' } })).to.be
      .true;
  });

  it('is none of where the payer was before', () => {
    expect(isShops('https://bank.example/acs')).to.equal(false);
    const alone = { ...page, location: { origin: page.origin } };
    expect(isOfShop(named, Object.assign(alone, { parent: alone }), script)(new URL('https://bank.example'))).to.be
      .false;
  });

  it('is none of the service’s, which may host challenges and the script alike', () => {
    expect(isShops('https://api.example/challenge')).to.equal(false);
    expect(isShops('https://api.example/challenge', {}, 'https://api.example/js/pay-checkout.js')).to.equal(false);
  });

  it('is not opened by the page, which goes to the service’s hosts and to banks that the payer has been to', () => {
    const location = { origin: page.origin };
    const document = { referrer: 'https://bank.example/acs' };
    const isPages = (address: string, changes = {}) => isOfPage(named, { ...page, ...changes })(new URL(address));
    for (const own of ['pay.example', 'pay.example:8443', 'mall.example', 'backend.example', 'thanks.example'])
      expect(isPages(`https://${own}/account`), own).to.equal(true);
    for (const other of ['https://cdn.example/', 'https://api.example/', new URL(import.meta.url).origin])
      expect(isPages(other), other).to.equal(false);
    expect(isPages('https://bank.example/acs', { location, document })).to.equal(false);
    expect(isPages('https://pay.example/account', { location, document })).to.equal(true);
  });

  it('is the page’s own in a sandbox, too', () => {
    expect(isShops('https://pay.example/', { origin: 'null' })).to.equal(true);
  });
});

describe('the frame of a challenge', () => {
  const frameOf = (given: Partial<ConstructorParameters<typeof ChallengeFrame>[0]> = {}): ChallengeFrame =>
    new ChallengeFrame({
      plan: { frames: [], forms: [] },
      isTest: true,
      words: { title: 'Banco', send: '', locale: 'es' },
      onLoad: () => undefined,
      onHasten: () => undefined,
      onProblem: () => undefined,
      ...given,
    });

  it('says so when the page is in a sandbox that keeps it out of its own frames', async () => {
    const problems: CheckoutError[] = [];
    const frame = frameOf({
      plan: { frames: ['https://bank.example'], forms: [] },
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

  it('S6: takes no longer for messages out of a hundred frames, one in the other, than out of one', async function () {
    this.timeout(30_000);
    const frame = frameOf();
    const shell = new Promise((resolve) => frame.element.addEventListener('load', resolve, { once: true }));
    document.body.append(frame.element);
    await shell;
    frame.listen();
    const frames = [(frame.element as HTMLIFrameElement).contentWindow];
    while (frames.length < 100) {
      const inner = frames.at(-1)?.document;
      const one = inner?.createElement('iframe');
      if (one) inner?.body.append(one);
      frames.push(one?.contentWindow ?? null);
    }
    const sending = (source: Window | null | undefined) => () => {
      for (let sent = 0; sent < 3000; sent += 1) dispatchEvent(new MessageEvent('message', { source }));
    };
    expect(await timesAsLong(sending(frames.at(-1)), sending(frames[1]), 4)).to.be.below(4);
    frame.dispose();
    frame.element.remove();
  });

  it('is what the bank’s page needs and no more', () => {
    const { element } = frameOf({ isTest: false });
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
