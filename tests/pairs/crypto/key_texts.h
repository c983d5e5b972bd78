// Keys for these programs, and what Node has made with them; key_texts.js has the same.
#pragma once

#include <nodecpp/string.h>

#include <string>

namespace keys {

inline std::string pem(const std::string& title, const std::string& body) {
  std::string text = "-----BEGIN " + title + "-----\n";
  for (std::size_t at = 0; at < body.size(); at += 64) text += body.substr(at, 64) + "\n";
  return text + "-----END " + title + "-----\n";
}

inline const std::string rsa = pem("PRIVATE KEY",
    "MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQDXoGqXta0zrDGs+rrVlTADzy67gXro1C9X+GqhI9NjGksAuddltoxi/BlEbo"
    "y+pkUrtyIzg63PxMFhgif0r9YjPuKLueuXddN5NVeKETSr+Sewf04obCYAw2lvVuP9O+O/d8zvoCkLoFwmp3Lwfd6F/ESxLmLwSBo0F7JnNDXF"
    "sAutG9bqMvTsDrnItRzZ3sdq1DNvg3TdfbTsZVuMmWV6fpQjYqurQTf/2Mv8U3dHrXe4qXk+CpdMLhyDN4e5NHcd36HkdYg7z7KQMd+Z++4Aqe"
    "fAF0SCC2h4f2ILuY3/1QbXMldphYrkGxfJEvdU1ZOUS4hYdYZMJHOfGORySDIBAgMBAAECggEABmCF8SzmxnDkYeDU4w7ad8l78MezF8Jc9BWH"
    "1VX2y9HAI3FbmJC23/THZTDvzRyHhyzIQGI3sUwHClD9yROr/ZpqgpS3Rv2tiTQni/RzpXJk829XhxKEoMPRZnLnalrA28odBQzI4t3OW+K+H3"
    "wEKTFgxrPORpwNEXOOaA4Uke1wJ9FhamgXo1cKxiXT4yEOVXzvgtFKav7SDToEGSJJ7MPkXSVjkQ18nYvbu8ZQgy2ITs2RJmsjMBIFALrQA2Lu"
    "MPuMjzcOe1H42eu0saJGJJHboaO+0F53+m33+uPKjpVdw3L4cWgCl+idM4VsTlSXsTh07qv84cH6F5mCFz17UQKBgQDwsj5XEcF00Ek/4UYAFp"
    "fkIBMjn+oa9dIjwhdXtrYs2NeaDQ4z9OB+zvmMmKJ6p5KGij/NCSpR0cXSJPW6Mo+wrawuEYpXpNL4DiNAm8loXOaFUoFP2yJO8BTnf3P4NAUY"
    "PeJq5s/mpk3Eg8Jv9On/Z+MwcsgoDlhHjaOrJ7lh8wKBgQDlVh7KErYljCAgZvkWS+2ku1LsCQVvSx/GwQr6cCKRVoIjkea3yUIYaoOA1QJtbg"
    "5FjPgXGuRJKeJ75uGb/ALmrV+gqNJAiU7ylS3bg5ZnYnyBIw7Dccq0clJTzvzWlUnAd/1nJfWCcJERVJUsp1wFDZG8zcgE5qiARgyRxh+lOwKB"
    "gQC+9uv28KNoJoi3IegD0ekYmUoWDZ4TXc0niaozcUcANdp44rrOBg7HDTd4kPD4F1NtYupTpl3pJGGq5KAA5nSSXHgq5Me52Y94Nt9JN1CIeI"
    "x8YoUt8lI6BsjPEpPT7JHONesZnZ59BJzWuSLe6JVuieH6YlbjUN5BhuK/vHiceQKBgQDO1QbbtFh2MJRg5L3NMBlZsmAs5E30e8pi1IN0LmHe"
    "tiiUr+dm5aoonxeOv4166AETFPpCzEwK+C19FVNv/K8ZIE/Yc6l77to2yfgbu+ePwjELvnR4LE5mw5wgXdOGLAnh/dWai4+KXr9W4/PN2/qPzB"
    "ceMnEsimJ5nbOEXSz5NQKBgQC8JE63kiSaB0b8dxtIJDqvL4hCsG5PBlrXPbLVt5Qebyhq6v/X3Q1vGHNY4DhoxtgQy/8p2BhCrvg26CSIUiF9"
    "j4HD4jWlTl18RrJtccnRd7NooYJq6KjbovF7DSExMm99dgDUIZbguJA6qflO5Hixb5lvfS7LtGxtsY7Ju6sm7Q==");
inline const std::string rsaPublic = pem("PUBLIC KEY",
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA16Bql7WtM6wxrPq61ZUwA88uu4F66NQvV/hqoSPTYxpLALnXZbaMYvwZRG6MvqZFK7"
    "ciM4Otz8TBYYIn9K/WIz7ii7nrl3XTeTVXihE0q/knsH9OKGwmAMNpb1bj/Tvjv3fM76ApC6BcJqdy8H3ehfxEsS5i8EgaNBeyZzQ1xbALrRvW"
    "6jL07A65yLUc2d7HatQzb4N03X207GVbjJllen6UI2Krq0E3/9jL/FN3R613uKl5PgqXTC4cgzeHuTR3Hd+h5HWIO8+ykDHfmfvuAKnnwBdEgg"
    "toeH9iC7mN/9UG1zJXaYWK5BsXyRL3VNWTlEuIWHWGTCRznxjkckgyAQIDAQAB");
inline const std::string pss = pem("PRIVATE KEY",
    "MIIE8QIBADBBBgkqhkiG9w0BAQowNKAPMA0GCWCGSAFlAwQCAQUAoRwwGgYJKoZIhvcNAQEIMA0GCWCGSAFlAwQCAQUAogMCASAEggSnMIIEow"
    "IBAAKCAQEAxhak8az68e2tzD8H8vhb6GWUmxxz38vs5T0ZlqHxcYtK6FpT80E2mm1tlwpLSzPpVJE5+v7HNrQZQbsARVn9qQD+XGuaI/Iwf37p"
    "ql6h1Ej4GMO3a0rTKIYJ002W39exQvykf6HZpvT+VmUdOV6kNy/e0+SjhcZ264kJfD0+rZPDBIXyoZtaa23lyXDh2b/n9no4hVrLx30Cp0vvzH"
    "AwKU+sWRWWUrJae8L1cf7cOF0tqTwqZ8zY2HnWrTobd/Pw5G9+WBl3TZSilIY2gThc7xmtAdXuGdb1hBuQiCBAen57f7CPxNQG7V3ALWiIMHsv"
    "Dmhbyv+HmolvzRevmMLVwQIDAQABAoIBAACCfUBDBBR7cnre5VazM/A3c1MlquSaNJflmw5UMHIAviWmUnqi7/6sVBGxQdK/w36det2a/mL1Ik"
    "bRCgLvrIxw3HqzHx73Nv/DvTLoTFaGpVrp1WPqhev78fBfBemxo0DeQ9eJTHE4joNNHmbV+AZtZFeBdkhSQ57rIebhtOapKFcIACcYcnRFjFsR"
    "mPzyybYHGHyguiPd1Jth2TZgW+55C08+LWNvv643DAelVMvzjIHQw2aLr3JOO0WuKaDAsOnmFeIjIrJG6aeagW8xnD0e4HdckdW8Mrq9/Kdc7C"
    "drkEv8oGrA0GzG7guneTAeCjMiOUg7LNZoStcdT7SGmQECgYEA+xuTQOec9a8SuRnL4onAf2mpKwjp2WfFxuqwd+Phl6nvV01PBNM2cyP5npZW"
    "77BjA+DuXNXT4ZA1xNTpJHs3pFgPu/z5lfSAjrpVnYQesHlq3PZheGW/D9MvNfZ4ujZt3PoKil/c77e/7CaNmb5xYimQ9XDWuqc2Ly/sKJHfos"
    "ECgYEAyfKhV9n1Nb+N9BSv/OT8M5ShBe+s//0i7zpo5eJsfp1Ac7rLhB0aPZfQjsF9vmtSY9zomQmx0hSw9upSuffQ2R0PzQYD+m7mf49HYa5z"
    "gV4Mm7zwC9VMG/TDbizf+U4Zik7U0o6e6tvMomXAD2VVt9pCnoQo1rE8iHVIEwbm8wECgYAkMlJkrb5jb+wsAHryWdcExs9a47sJ2rqYtOXhMl"
    "kniph0pjE4ydV0fYATCyrW/D8ZpQfXG/+h6S7HA8Xju1tG9ma2O34izo7lhBipTw05dRchaOad+1SyTEfm6HN4rDXj/6sbTTxE1eD1go0w11Hy"
    "y3kY2D4rw8S8wpSxOG3bQQKBgQC4XkLeqaYsg81dYOWqxINbs/2uJbqTms8iCPlrpuPWVEpbXdYfr1IdmVRWgGAEUIbPlQblcOxfF3TYd+U+0v"
    "hgvx+F1lAbetQE8RICI/pfyTVJmZytsPXjL/qbw2xXdu3qTz4NXRfI4xJX0P0fESzIxQK9JXsDRpw1GJ3MgSioAQKBgDsxs7er7YtjiOJ+YD02"
    "CTOKTruORcfYoqJrGV1W4nLPB15xLaGl4AfPn2y5QJnL+dg4ZzAn2BqnsXWlgXzez3jb1Y4WGFnNlHcwZ7XM0+FB4msNQVvNVdUj6wtThHzpis"
    "EHZG77rEWNlBc662mXcTYjD6i6vy3PPiVOqIOZbnYK");
inline const std::string pssPublic = pem("PUBLIC KEY",
    "MIIBVjBBBgkqhkiG9w0BAQowNKAPMA0GCWCGSAFlAwQCAQUAoRwwGgYJKoZIhvcNAQEIMA0GCWCGSAFlAwQCAQUAogMCASADggEPADCCAQoCgg"
    "EBAMYWpPGs+vHtrcw/B/L4W+hllJscc9/L7OU9GZah8XGLSuhaU/NBNpptbZcKS0sz6VSROfr+xza0GUG7AEVZ/akA/lxrmiPyMH9+6apeodRI"
    "+BjDt2tK0yiGCdNNlt/XsUL8pH+h2ab0/lZlHTlepDcv3tPko4XGduuJCXw9Pq2TwwSF8qGbWmtt5clw4dm/5/Z6OIVay8d9AqdL78xwMClPrF"
    "kVllKyWnvC9XH+3DhdLak8KmfM2Nh51q06G3fz8ORvflgZd02UopSGNoE4XO8ZrQHV7hnW9YQbkIggQHp+e3+wj8TUBu1dwC1oiDB7Lw5oW8r/"
    "h5qJb80Xr5jC1cECAwEAAQ==");
inline const std::string ec = pem("PRIVATE KEY",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvrrzmt8AhjTh09tLZc/BDpbMgDb9fFV0kkoOBz4chYqhRANCAAT28FrSa52+6K"
    "4A/oHkvECX9pI1Dloub8iD6MqarqAf4/atnB2naZv68PzHB48oYFBG2NXgTXgm4xrwvTR9sp0+");
inline const std::string ecPublic = pem("PUBLIC KEY",
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE9vBa0mudvuiuAP6B5LxAl/aSNQ5aLm/Ig+jKmq6gH+P2rZwdp2mb+vD8xwePKGBQRtjV4E14Ju"
    "Ma8L00fbKdPg==");
inline const std::string ec521 = pem("PRIVATE KEY",
    "MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIAeschYu/937UVCBbJmEpsklkqgeHRCfImmzVMj4vwtFESiJP+seaZ+zFO3/UF6w"
    "4fRuiybDcROTyIDo1DQGabUjShgYkDgYYABADA64qk+2abmLAhvhgdR8w+1DK+QzlXFPFM2ghcWUYipLOmiBqx/YZO8xMyB8TNuG84ZyVT3XiZ"
    "POIaTFshgLzvyAHSTokLrBa3Ud9Amxz0p3nsrkXk2Tw3Zd5/xn3sBjnzbj7U8rcN6dacmGZbG8+lq5k/wiesvlTEHLBg5H7qN8MndQ==");
inline const std::string ec521Public = pem("PUBLIC KEY",
    "MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQAwOuKpPtmm5iwIb4YHUfMPtQyvkM5VxTxTNoIXFlGIqSzpogasf2GTvMTMgfEzbhvOGclU914mT"
    "ziGkxbIYC878gB0k6JC6wWt1HfQJsc9Kd57K5F5Nk8N2Xef8Z97AY5824+1PK3DenWnJhmWxvPpauZP8InrL5UxBywYOR+6jfDJ3U=");
inline const std::string ed25519 = pem("PRIVATE KEY",
    "MC4CAQAwBQYDK2VwBCIEIPgTQA+HM37GNCwPmyeCQ672XtZeKXpX+/isxkRUnRlv");
inline const std::string ed25519Public = pem("PUBLIC KEY",
    "MCowBQYDK2VwAyEAyJfjg0U/R3Sg35yd6fforSskuB2oFr1yQzMkBSUIQoA=");
inline const std::string ed448 = pem("PRIVATE KEY",
    "MEcCAQAwBQYDK2VxBDsEOadqDQIGTueF83pr2kvCQc+blV5dzdhE1/dlI1VpYTiXWY3BVuCZeXOlnbhVfZvcotJ6gcCzWOJa1g==");
inline const std::string ed448Public = pem("PUBLIC KEY",
    "MEMwBQYDK2VxAzoA/lAez4FtDnjA3EMNbww36cDH/nNNuDovMQFsLMwKG4nkXms8lg2vuYKumOL+epvSL/8oMuOAo34A");
inline const std::string x25519 = pem("PRIVATE KEY",
    "MC4CAQAwBQYDK2VuBCIEIAAC5pgLOcB11O7CnHsMTXXcytKITEbdoKrRho/tFYZd");
inline const std::string x25519Public = pem("PUBLIC KEY",
    "MCowBQYDK2VuAyEAiGQ+DVHg4fHB2A/UvAHH3m+rGcTey5+yirb/Bk4LAkQ=");
inline const std::string locked = pem("ENCRYPTED PRIVATE KEY",
    "MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBDfZwt8pVX2m9/ILT7Ewv+lAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKg"
    "QQIYN/8HhHOKQLucDraWUiVASBkLiMdEY51BvMo9A3E6nZAPvVIAdgnCIfONnhLl34/Ln0/GaLhjb2bIyHdZ9VcH8kjcEJMm0M1dInclkvyZJG"
    "m57JFfVDxvaQ4POMYtFsVPE/5EMJp9wLOv3Dkp9iZ8UQ1/18VfulNUFQdtqpV49nbs15AEQoTBuwl5VkniTkjy4daMkEJ2dZAiubw/RvtJjxSQ"
    "==");

// Returns the key that JavaScript has as keys[name].
inline const std::string& named(const nodecpp::String& name) {
  if (name == "rsa") return rsa;
  if (name == "rsaPublic") return rsaPublic;
  if (name == "pss") return pss;
  if (name == "pssPublic") return pssPublic;
  if (name == "ec") return ec;
  if (name == "ecPublic") return ecPublic;
  if (name == "ec521") return ec521;
  if (name == "ec521Public") return ec521Public;
  if (name == "ed25519") return ed25519;
  if (name == "ed25519Public") return ed25519Public;
  if (name == "ed448") return ed448;
  if (name == "ed448Public") return ed448Public;
  if (name == "x25519") return x25519;
  if (name == "x25519Public") return x25519Public;
  return locked;
}

inline constexpr const char* ecSignature =
    "MEUCIQDPUfu2G6xqpWu5CkFH7hJL1dWcezLJ2fOjyeSCNUivcwIgFsxN8wGjXH1fbR0lE9Yz6XAcJDQ0cqV2g1/Y4tdbKs4=";
inline constexpr const char* ecParts =
    "rVQ84Z+KwGpOfIVoscRKcXNRMGpvZNMTPoIijZBE9/NfcYkIC6s4jVdkZ5gJEYOktWvC6y6Ed230AEfx8khMPQ==";
inline constexpr const char* pssSignature =
    "IBPgNQ/o66kmI1STa7Oq2UmlDj1+Pqq26u0Hvz+w3eZgot1c0Z2OVLcRTel5Xlw0vjt6YtUHzB4Dxd+3TkX+VWXHZeJLgerWUkVuM6IYpWaaJj"
    "RTkOFY4rheGIKqIDrULU3RlEd9hgXpEkru+ZifM5sG0WhnTp3y+CA6ZamqZTkhBhln4YdpsDmr2sTt0XrWT8IfBYWt8YobHwCrMdC0VPuolgNu"
    "dWjuQoUqsfAgQkXailYErRgvbFLtk5oXhOD64GCy+9G8CmrrkRLfe2qcwqQE8f8docvsyFuODNJ9wWJmfrCnOrnCfb/NqRzUICM+9B7xeoLvMs"
    "PuxoeBpxg8xw==";
inline constexpr const char* oaep =
    "TxE7w+HJ3A/IiUvz7Up0RlKLvreh6dluiuQIwjbYc31id1/eyQOkfSqg3Xgl7NkuD3KBEDC8CSR/C8W4errN/GNTpJmmlj+SpehjprmkYVBA79"
    "/wwCOVqIlE5WnKU/LURXMYRqy4EHXQerQ85ISCTggwy87hIZWxeWkh/678YwEnEwgxcZOuvlPV0Go8d/1YeulDAT8oQeBENYth4PTClJcock7E"
    "6kphjTIM32X3pLsijpY20pzDEm4bXf4IndkQ5STbDqxfYuVFg/DhLiUrYcsl0+L1sPg6rCfBnLI3OdNspk7dmxD7d1Y3kKSWVq1aBotzMbZR/M"
    "jiRBhokgg3bg==";
inline constexpr const char* oaep256 =
    "e25oENS14qvjsKR1csiGjCEGF+c1jcSqKM57gsgUTbs6Lsx1qu+T49bEBngAdMLOUX4xr+4nCunv5q1Qt4PrloliNecepahnlyGJEYjT6UQ2/g"
    "LG/iqU2qCwmY5+pK5lNtBgbAD1qNu0+TzW/qk4Lq7i1rgZZp7lkcs/sct7LvZFWuk9BiVNtsEzT63ImzdTOuFMN+RUitzahCFep7h1qSk+mRc6"
    "fI7iyVDMldi4vpI/QUGOXDkTqR0XjsHN9tsb6QCFUUxKTzjDFHfjvWYp1S0z7O1bwRsHgAWndwJnMmqmYZSpjbB0sW/rqhVY5wuo+Xg/79WTJb"
    "eR36yM+7jc6Q==";

}  // namespace keys
