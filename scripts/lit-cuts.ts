/** What a file of lit says, once, and what takes its place. */
type Cut = [known: string, instead: string];

/**
 * Makes styles: by the one way that every browser has which can show the checkout (src/ui/adopt-styles.ts needs it too),
 * and each sheet at once, of a text that nobody has a use for after it. Of a template literal a page keeps the text.
 */
const styles: Cut[] = [
  [
    'e=t.ShadowRoot&&(void 0===t.ShadyCSS||t.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype',
    'e=!0',
  ],
  [
    'constructor(t,e,o){if(this._$cssResult$=!0,o!==s)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=t,this.t=e}get styleSheet(){let t=this.o;const s=this.t;if(e&&void 0===t){const e=void 0!==s&&1===s.length;e&&(t=o.get(s)),void 0===t&&((this.o=t=new CSSStyleSheet).replaceSync(this.cssText),e&&o.set(s,t))}return t}toString(){return this.cssText}',
    'constructor(t){(this.styleSheet=new CSSStyleSheet).replaceSync(t)}',
  ],
  [
    '(t,...e)=>{const o=1===t.length?t[0]:e.reduce((e,s,o)=>e+(t=>{if(!0===t._$cssResult$)return t.cssText;if("number"==typeof t)return t;throw Error("Value passed to \'css\' function must be a \'css\' function result: "+t+". Use \'unsafeCSS\' to pass non-literal values, but take care to ensure page security.")})(s)+t[o+1],t[0]);return new n(o,t,s)}',
    't=>new n(t)',
  ],
  ['t instanceof CSSStyleSheet?t:t.styleSheet)', 't.styleSheet)'],
];

/** The element's properties and its life. */
const properties: Cut[] = [
  // Support for browsers without shadow trees, and the list that a development build of lit warns from.
  [',p=a.reactiveElementPolyfillSupport', ''],
  [',p?.({ReactiveElement:y}),(a.reactiveElementVersions??=[]).push("2.1.2")', ''],
  // What standard decorators, and decorators of methods, leave behind.
  ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', ''],
  [
    'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
    '',
  ],
  ['static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}', ''],
  [',void 0!==t.l&&(this.l=[...t.l])', ''],
  [',this.constructor.l?.forEach(t=>t(this))', ''],
  // No property is written back into its attribute; of one that has changed nobody asks what it was.
  [
    '_$ET(t,s){const i=this.constructor.elementProperties.get(t),e=this.constructor._$Eu(t,i);if(void 0!==e&&!0===i.reflect){const h=(void 0!==i.converter?.toAttribute?i.converter:u).toAttribute(s,i.type);this._$Em=t,null==h?this.removeAttribute(e):this.setAttribute(e,h),this._$Em=null}}',
    '',
  ],
  [',c=a.trustedTypes,l=c?c.emptyScript:""', ''],
  [',this._$Em=null,this._$Ev()', ',this._$Ev()'],
  ['this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),', ''],
  [
    'const r=this.constructor;if(!1===e&&(h=this[t]),i??=r.getPropertyOptions(t),!((i.hasChanged??f)(h,s)||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i))))return;this.C(t,s,i)',
    'if(i(this[t],s))return;this._$AL.set(t,s)',
  ],
  [
    'C(t,s,{useDefault:i,reflect:e,wrapped:h},r){i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||(this._$AL.has(t)||(this.hasUpdated||i||(s=void 0),this._$AL.set(t,s)),!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}',
    '',
  ],
  ['{attribute:!0,type:String,converter:u,reflect:!1,useDefault:!1,hasChanged:f}', '{}'],
  // An attribute is read by the property's function, as a switch, or as it is.
  [
    'u={toAttribute(t,s){switch(s){case Boolean:t=t?l:null;break;case Object:case Array:t=null==t?t:JSON.stringify(t)}return t},fromAttribute(t,s){let i=t;switch(s){case Boolean:i=null!==t;break;case Number:i=null===t?null:Number(t);break;case Object:case Array:try{i=JSON.parse(t)}catch(t){i=null}}return i}},',
    'u={},',
  ],
  [
    'attributeChangedCallback(t,s,i){this._$AK(t,i)}',
    'attributeChangedCallback(t,s,i){const{_$Eh:e,elementProperties:h}=this.constructor,r=e.get(t);if(r){const{converter:t,type:s}=h.get(r);this[r]=t?t(i):s===Boolean?null!==i:i}}',
  ],
  [
    '_$AK(t,s){const i=this.constructor,e=i._$Eh.get(t);if(void 0!==e&&this._$Em!==e){const t=i.getPropertyOptions(e),h="function"==typeof t.converter?{fromAttribute:t.converter}:void 0!==t.converter?.fromAttribute?t.converter:u;this._$Em=e;const r=h.fromAttribute(s,t.type);this[e]=r??this._$Ej?.get(e)??r,this._$Em=null}}',
    '',
  ],
  // A property's accessors are made once, where the class is made ready; so is all else that is said of it once.
  [
    'static createProperty(t,s=b){if(s.state&&(s.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),this.elementProperties.set(t,s),!s.noAccessor){const i=Symbol(),h=this.getPropertyDescriptor(t,i,s);void 0!==h&&e(this.prototype,t,h)}}',
    '',
  ],
  [
    'static getPropertyDescriptor(t,s,i){const{get:e,set:r}=h(this.prototype,t)??{get(){return this[s]},set(t){this[s]=t}};return{get:e,set(s){const h=e?.call(this);r?.call(this,s),this.requestUpdate(t,h,i)},configurable:!0,enumerable:!0}}static getPropertyOptions(t){return this.elementProperties.get(t)??b}static _$Ei(){if(this.hasOwnProperty(d("elementProperties")))return;const t=n(this);t.finalize(),this.elementProperties=new Map(t.elementProperties)}',
    '',
  ],
  [
    'if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(d("properties"))){const t=this.properties,s=[...r(t),...o(t)];for(const i of s)this.createProperty(i,t[i])}',
    'this.finalized=!0;const t=n(this);if(t.finalize(),this.elementProperties=new Map(t.elementProperties),this.hasOwnProperty(d("properties"))){const t=this.properties;for(const s of r(t)){const i=Symbol();this.elementProperties.set(s,t[s]??{}),e(this.prototype,s,{get(){return this[i]},set(t){const e=this[i];this[i]=t,this.requestUpdate(s,e)},configurable:!0,enumerable:!0})}}',
  ],
  [
    'const i=this._$Eu(t,s);void 0!==i&&this._$Eh.set(i,t)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(s){const i=[];if(Array.isArray(s)){const e=new Set(s.flat(1/0).reverse());for(const s of e)i.unshift(t(s))}else void 0!==s&&i.push(t(s));return i}static _$Eu(t,s){const i=s.attribute;return!1===i?void 0:"string"==typeof i?i:"string"==typeof t?t.toLowerCase():void 0}',
    '!1!==s.attribute&&this._$Eh.set(s.attribute??t.toLowerCase(),t)}this.elementStyles=[this.styles??[]].flat(1/0)}',
  ],
  [
    'this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Ev()}_$Ev(){this._$ES=new Promise(t=>this.enableUpdating=t),this._$AL=new Map,this._$E_(),this.requestUpdate()}',
    'this.isUpdatePending=!1,this.hasUpdated=!1,this._$ES=new Promise(t=>this.enableUpdating=t),this._$AL=new Map,this._$Ep=new Map;for(const t of this.constructor.elementProperties.keys())this.hasOwnProperty(t)&&(this._$Ep.set(t,this[t]),delete this[t]);this.requestUpdate()}',
  ],
  [
    '_$E_(){const t=new Map,s=this.constructor.elementProperties;for(const i of s.keys())this.hasOwnProperty(i)&&(t.set(i,this[i]),delete this[i]);t.size>0&&(this._$Ep=t)}',
    '',
  ],
  // Else said as a text, which keeps its name long (scripts/short-names.ts).
  ['y[d("elementProperties")]=new Map', 'y.elementProperties=new Map'],
  ['enableUpdating(t){}', ''],
  ['requestUpdate(t,s,i,e=!1,h){', 'requestUpdate(t,s){'],
  [
    'const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}',
    '',
  ],
  // Each rendering is made, and the first one is told as each other is. Controllers stay.
  [
    'let t=!1;const s=this._$AL;try{t=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)):this._$EM()}catch(s){throw t=!1,this._$EM(),s}t&&this._$AE(s)}',
    'const s=this._$AL;try{this.willUpdate(s),this.update(s)}catch(t){throw this._$EM(),t}this._$EO?.forEach(t=>t.hostUpdated?.()),this.hasUpdated=!0,this.updated(s)}',
  ],
  [
    '_$AE(t){this._$EO?.forEach(t=>t.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),this.updated(t)}',
    '',
  ],
  ['shouldUpdate(t){return!0}', ''],
  ['get updateComplete(){return this.getUpdateComplete()}getUpdateComplete()', 'get updateComplete()'],
  ['firstUpdated(t){}', ''],
  ['removeController(t){this._$EO?.delete(t)}', ''],
];

/** Templates and what stands in them. */
const templates: Cut[] = [
  [',B=t.litHtmlPolyfillSupport;B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3")', ''],
  // No directives, which are nested, stand for a whole element, or want to know whether it is on the page.
  [
    'function M(t,i,s=t,e){if(i===E)return i;let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;return h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),i}',
    '',
  ],
  ['_$AI(t,i=this){t=M(this,t,i),a(t)', '_$AI(t){a(t)'],
  ['D:d,V:M,', 'D:d,'],
  ['t=M(this,t,i,0),o=', 'o='],
  ['r=M(this,e[s+n],i,n)', 'r=e[s+n]'],
  // Listeners are functions, or undefined, without options and without `this`; one that is left out stays, with nothing to call.
  [
    '_$AI(t,i=this){if((t=M(this,t,i,0)??A)===E)return;const s=this._$AH,e=t===A&&s!==A||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,h=t!==A&&(s===A||e);e&&this.element.removeEventListener(this.name,this,s),h&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}',
    '_$AI(t){t&&this.element.addEventListener(this.name,this),this._$AH=t}handleEvent(t){this._$AH?.(t)}',
  ],
  [
    '{constructor(t,i,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=i,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(t){M(this,t)}}',
    '{}',
  ],
  ['get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t)', 'u()'],
  // Of what is given to a rendering only the place counts, and that once.
  ['new R(e,this),s=t.u(this.options)', 'new R(e),s=t.u()'],
  ['this.O(c()),this.O(c()),this,this.options', 'this.O(c()),this.O(c())'],
  ['new k(i.insertBefore(c(),t),t,void 0,s??{})', 'new k(i.insertBefore(c(),t),t)'],
  ['get _$AU(){return this._$AM?._$AU??this._$Cv}', ''],
  [
    'get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}',
    '',
  ],
  ['get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}', ''],
  [',this._$AN=void 0,this._$AD=t,this._$AM=i', ',this._$AD=t'],
  ['this.type=2,this._$AH=A,this._$AN=void 0,', 'this._$AH=A,'],
  [',this._$AM=s,this.options=e,this._$Cv=e?.isConnected??!0', ''],
  ['this.type=1,this._$AH=A,this._$AN=void 0,', ''],
  ['this.name=i,this._$AM=e,this.options=h,', 'this.name=i,'],
  ['constructor(){super(...arguments),this.type=3}', ''],
  ['constructor(){super(...arguments),this.type=4}', ''],
  ['constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}', ''],
  ['for(this._$AP?.(!1,!0,s);', 'for(;'],
  ['setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}', ''],
  // Nothing that a server has rendered is taken over by this build.
  ['_$AI(t,i=this,s,e){', '_$AI(t,i,s){'],
  ['o&&!e&&this.j(t)', 'o&&this.j(t)'],
  // The policy is there in each browser (scripts/shared-policy.ts), and hands on what it is given where none is called for.
  ['e=s?s.createPolicy("lit-html",{createHTML:t=>t}):void 0', 'e=s.createPolicy("lit-html",{createHTML:t=>t})'],
  // No templates that lit's compiler has made, and none of another document.
  [
    '"number"==typeof s?this._$AC(t):(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)',
    'this._$AC(t)',
  ],
  [
    'void 0!==s&&(void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):s._$AI(t[i]))',
    'void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):s._$AI(t[i])',
  ],
  // No node is looked at that no value is in or before: for each new kind of node, Chromium keeps some KB of heap.
  [
    'e=(t?.creationScope??l).importNode(i,!0);P.currentNode=e;let h=P.nextNode(),o=0,n=0,r=s[0];for(;void 0!==r;){if(o===r.index){let i;2===r.type?i=new k(h,h.nextSibling,this,t):1===r.type?i=new r.ctor(h,r.name,r.strings,this,t):6===r.type&&(i=new Z(h,this,t)),this._$AV.push(i),r=s[++n]}o!==r?.index&&(h=P.nextNode(),o++)}return P.currentNode=l,e',
    'e=l.importNode(i,!0);let h,o=-1;P.currentNode=e;for(const t of s){for(;o<t.index;o++)h=P.nextNode();this._$AV.push(2===t.type?new k(h,h.nextSibling):new t.ctor(h,t.name,t.strings))}return P.currentNode=l,e',
  ],
  // All templates that are new are read as one: for each text to read, a browser sets up a parser. What is no template is
  // not among them, and stops its own rendering.
  ['(i,...s)=>({_$litType$', '(i,...s)=>(C.has(i)||news.add(i),{_$litType$'],
  ['strings:i,values:s})', 'strings:i,values:s}),news=new Set'],
  [
    'function V(t,i){if(!u(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return void 0!==e?e.createHTML(i):i}',
    '',
  ],
  [
    '_$AC(t){let i=C.get(t.strings);return void 0===i&&C.set(t.strings,i=new S(t)),i}',
    '_$AC({strings:t}){if(!C.has(t)){const t=[...news].filter(t=>u(t)&&t.hasOwnProperty("raw"));let i=S.createElement(e.createHTML(t.map(t=>`<template>${t[0]}</template>`).join(""))).content.firstChild;for(const s of t)C.set(s,new S(s,i)),i=i.nextSibling;news.clear()}return C.get(t)}',
  ],
  // Templates are read at the build, and come as `readyTemplate` writes them (scripts/ready-template.ts). Their parts are
  // told apart without a regular expression: of one that runs twice, Chromium makes 1.6 KB of machine code.
  ['h="$lit$",o=`lit$${Math.random().toFixed(9).slice(2)}$`,n="?"+o,r=`<${n}>`,l=document', 'l=document'],
  ['const j={M:h,P:o,A:n,C:1,L:N,', 'const j={'],
  [
    'f="[ \\t\\n\\f\\r]",v=/<(?:(!--|\\/[^a-zA-Z])|(\\/?[a-zA-Z][^>\\s]*)|(\\/?$))/g,_=/-->/g,m=/>/g,p=RegExp(`>|${f}(?:([^\\\\s"\'>=/]+)(${f}*=${f}*(?:[^ \\t\\n\\f\\r"\'\\`<>=]|("|\')|))|$)`,"g"),g=/\'/g,$=/"/g,y=/^(?:script|style|textarea|title)$/i,',
    '',
  ],
  [
    'const N=(t,i)=>{const s=t.length-1,e=[];let n,l=2===i?"<svg>":3===i?"<math>":"",c=v;for(let i=0;i<s;i++){const s=t[i];let a,u,d=-1,f=0;for(;f<s.length&&(c.lastIndex=f,u=c.exec(s),null!==u);)f=c.lastIndex,c===v?"!--"===u[1]?c=_:void 0!==u[1]?c=m:void 0!==u[2]?(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p):void 0!==u[3]&&(c=p):c===p?">"===u[0]?(c=n??v,d=-1):void 0===u[1]?d=-2:(d=c.lastIndex-u[2].length,a=u[1],c=void 0===u[3]?p:\'"\'===u[3]?$:g):c===$||c===g?c=p:c===_||c===m?c=v:(c=p,n=void 0);const x=c===p&&t[i+1].startsWith("/>")?" ":"";l+=c===v?s+r:d>=0?(e.push(a),s.slice(0,d)+h+s.slice(d)+o+x):s+o+(-2===d?i:x)}return[V(t,l+(t[s]||"<?>")+(2===i?"</svg>":3===i?"</math>":"")),e]};',
    '',
  ],
  [
    'constructor({strings:t,_$litType$:i},e){let r;this.parts=[];let l=0,a=0;const u=t.length-1,d=this.parts,[f,v]=N(t,i);if(this.el=S.createElement(f,e),P.currentNode=this.el.content,2===i||3===i){const t=this.el.content.firstChild;t.replaceWith(...t.childNodes)}for(;null!==(r=P.nextNode())&&d.length<u;){if(1===r.nodeType){if(r.hasAttributes())for(const t of r.getAttributeNames())if(t.endsWith(h)){const i=v[a++],s=r.getAttribute(t).split(o),e=/([.?@])?(.*)/.exec(i);d.push({type:1,index:l,name:e[2],strings:s,ctor:"."===e[1]?I:"?"===e[1]?L:"@"===e[1]?z:H}),r.removeAttribute(t)}else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t));if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}}else if(8===r.nodeType)if(r.data===n)d.push({type:2,index:l});else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}l++}}',
    'constructor(t,i){this.el=i;let s=0;this.parts=t[1]?t[1].split("|").map(t=>{const i=parseInt(t),e=i>=0?t.slice(`${i}`.length):t,h={".":I,"?":L,"@":z}[e[0]],[o,...n]=(h?e.slice(1):e).split("=");return{index:s+=i||0,type:o?1:2,name:o,strings:(n.join("=")||"~").split("~"),ctor:h||H}}):[]}',
  ],
  ['const s=i(t).nextSibling;i(t).remove()', 'const s=t.nextSibling;t.remove()'],
];

/** The one of both. */
const elements: Cut[] = [
  // A page that takes over elements of its own would do so with this one's templates, which its lit cannot read.
  [',s.litElementHydrateSupport?.({LitElement:i});', ';'],
  ['const o=s.litElementPolyfillSupport;o?.({LitElement:i});', ''],
  ['(s.litElementVersions??=[]).push("4.2.2");', ''],
  ['i._$litElement$=!0,', ''],
  ['this.renderOptions={host:this},this._$Do=void 0', 'this.renderOptions={}'],
  ['this._$Do=e(r,this.renderRoot,this.renderOptions)', 'e(r,this.renderRoot,this.renderOptions)'],
  ['this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),', ''],
  [
    'connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}',
    '',
  ],
];

/** What is left out of each file, and the SHA-256 of the file that was read for it: lit 3.3.3. */
export const litCuts: Readonly<Record<string, { cuts: readonly Cut[]; known: string }>> = {
  'reactive-element/css-tag': {
    cuts: styles,
    known: '902f8d23ab8fb24afe05596988c22941f080ab58d263e419877006e58ea6c366',
  },
  'reactive-element/reactive-element': {
    cuts: properties,
    known: '76e9815ec67d16684bff1444224bf62532d6318dbd8f25e7c1e9546158b1335f',
  },
  'lit-html/lit-html': {
    cuts: templates,
    known: 'b878e7f95dec8a9b6e9b217faca6b6a11bad82ebc44c0caa77419ed83edd81f2',
  },
  'lit-element/lit-element': {
    cuts: elements,
    known: 'ee09e38303bb39c36959a961fb0a52663c798ee44493914472c3a61e84e55e3c',
  },
};
